import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { bundleProgram } from "./bundle.ts";
import { programAssets } from "./program-assets.ts";

/**
 * Makes the package that `npm install -g` accepts: the bundle, its launcher and the program's files,
 * without dependencies. `fields` are added to its manifest. Returns the file's name and the modules that the bundle contains.
 */
export async function makePackage(
  project: string,
  outDir: string,
  { notices, fields }: { notices: (modules: readonly string[]) => string; fields: object },
): Promise<{ readonly file: string; readonly modules: readonly string[] }> {
  const folder = `${outDir}/package`;
  rmSync(folder, { recursive: true, force: true });
  const { modules } = await bundleProgram(project, { dir: `${folder}/lib/booking`, format: "es" });
  for (const path of programAssets(project)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    copyFileSync(`${project}/${path}`, `${folder}/${path}`);
  }
  mkdirSync(`${folder}/bin`);
  copyFileSync(`${project}/bin/launcher.js`, `${folder}/bin/booking.js`);
  for (const file of ["compile-cache.js", "needed-node.js"])
    copyFileSync(`${project}/bin/${file}`, `${folder}/bin/${file}`);
  chmodSync(`${folder}/bin/booking.js`, 0o755);
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"])
    cpSync(`${project}/${file}`, `${folder}/${file}`);
  writeFileSync(`${folder}/THIRD-PARTY-LICENSES.txt`, notices(modules));
  const { name, version, description, license, engines } = JSON.parse(
    readFileSync(`${project}/package.json`, "utf8"),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    ...fields,
    type: "module",
    bin: { booking: "bin/booking.js" },
    engines,
  };
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", outDir], {
    cwd: folder,
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  return { file: packed.trim(), modules };
}
