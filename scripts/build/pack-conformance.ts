import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

/**
 * Makes the package of the conformance kit, with `fields` added to its manifest, and returns the file's name. It is
 * one file of JavaScript: Node strips no types in an installed package.
 */
export async function packConformance(
  project: string,
  outDir: string,
  fields: object,
): Promise<string> {
  const from = `${project}/conformance`;
  const folder = `${outDir}/conformance`;
  const { devDependencies: _, ...manifest } = JSON.parse(
    readFileSync(`${from}/package.json`, "utf8"),
  );
  const program = "booking-conformance.js";
  const bundle = await rolldown({
    cwd: from,
    input: "main.ts",
    platform: "node",
    external: Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  });
  await bundle.write({ file: `${folder}/${program}`, format: "es" });
  await bundle.close();
  chmodSync(`${folder}/${program}`, 0o755);
  cpSync(`${from}/README.md`, `${folder}/README.md`);
  cpSync(`${project}/LICENSE`, `${folder}/LICENSE`);
  const written = { ...manifest, ...fields, bin: { "booking-conformance": program } };
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(written, null, 2)}\n`);
  const words = ["pack", "--silent", "--pack-destination", outDir];
  const packed = execFileSync("npm", words, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return packed.trim();
}
