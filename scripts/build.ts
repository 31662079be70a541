import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { programVersion as version } from "../src/domain/program-version.ts";
import { consoleModules } from "./build-console.ts";
import { buildDocs } from "./build-docs.ts";
import { searchModules } from "./docs/bundle-search.ts";
import { billMistakes } from "./build/bill-mistakes.ts";
import { bundledPackages } from "./build/bundled-packages.ts";
import { bundleProgram } from "./build/bundle.ts";
import { makeExecutable, type Platform } from "./build/make-executable.ts";
import { packConformance } from "./build/pack-conformance.ts";
import { hasDpkg, makeDebian } from "./build/make-debian.ts";
import { manualPages } from "../bin/manual-pages.ts";
import { makePackage } from "./build/make-package.ts";
import { billOfMaterials, licenceNotices } from "./build/notices.ts";
import { repositoryFields } from "./build/repository-fields.ts";

/**
 * `npm run build` makes the files of a release in `dist/`: the package for npm, the clients, an
 * executable and a Debian package for each platform, the conformance kit, the licences and the bill of materials of
 * their contents, and checksums. `--package` makes only the package, `--platform NAME` only this executable; with
 * `--debian` its Debian package as well. `--repository URL` is the public address of the sources, for the packages' manifests.
 */
const project = fileURLToPath(new URL("../", import.meta.url)).replace(/\/$/, "");
const outDir = `${project}/dist`;

async function build({
  onlyPackage,
  debian,
  platforms,
  repository,
}: {
  readonly onlyPackage: boolean;
  readonly debian: boolean;
  readonly platforms: readonly Platform[];
  readonly repository: string | undefined;
}): Promise<void> {
  const fields = repositoryFields(repository);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir);
  await buildDocs();
  const inPages = [...(await consoleModules()), ...(await searchModules())];
  const packagesOf = (modules: readonly string[]) => bundledPackages([...modules, ...inPages]);
  const made = await makePackage(project, outDir, {
    notices: (modules) => licenceNotices(packagesOf(modules)),
    fields,
  });
  execFileSync("npm", ["run", "--silent", "build"], { cwd: `${project}/sdk`, stdio: "inherit" });
  const files = [
    made.file,
    packClient("sdk", ["dist", "CHANGELOG.md"], fields),
    packClient("clients/operator", ["index.js", "index.d.ts", "operations.d.ts"], fields),
    await packConformance(project, outDir, fields),
  ];
  const packages = packagesOf(made.modules);
  if (!onlyPackage) {
    const bundle = `${outDir}/booking.cjs`;
    await bundleProgram(project, { file: bundle, format: "cjs" });
    for (const platform of platforms) {
      const name = `booking-${version}-${platform}`;
      const node = await makeExecutable(project, { bundle, platform, file: `${outDir}/${name}` });
      packages.push(node);
      for (const left of ["blob", "json", "cjs", "cache"])
        rmSync(`${outDir}/${name}.${left}`, { force: true });
      files.push(name);
      if (debian) {
        files.push(
          makeDebian(project, outDir, {
            version,
            platform,
            notices: licenceNotices(packages),
            homepage: repository,
            manual: manualPages(),
            executable: `${outDir}/${name}`,
          }),
        );
      }
    }
    rmSync(bundle);
  }
  const artefact = { name: "booking-service", version };
  const bill = billOfMaterials(artefact, packages);
  const lock = JSON.parse(readFileSync(`${project}/package-lock.json`, "utf8"));
  const mistakes = billMistakes(bill, [...made.modules, ...inPages], lock);
  if (mistakes.length > 0) throw new Error(`The bill of materials: ${mistakes.join("; ")}.`);
  const beside = {
    [`booking-${version}-licenses.txt`]: licenceNotices(packages),
    [`booking-${version}-sbom.cdx.json`]: `${JSON.stringify(bill, null, 2)}\n`,
  };
  for (const [name, text] of Object.entries(beside)) writeFileSync(`${outDir}/${name}`, text);
  files.push(...Object.keys(beside));
  const sums = files.map((name) => `${sha256(`${outDir}/${name}`)}  ${name}\n`);
  writeFileSync(`${outDir}/SHA256SUMS`, sums.join(""));
  console.log(`dist/: ${[...files, "SHA256SUMS"].join(", ")}`);
}

/** A client in the folder `of`, as a package of its own. */
function packClient(of: string, files: readonly string[], fields: object): string {
  const [from, folder] = [`${project}/${of}`, `${outDir}/client`];
  for (const path of [...files, "README.md"])
    cpSync(`${from}/${path}`, `${folder}/${path}`, { recursive: true });
  cpSync(`${project}/LICENSE`, `${folder}/LICENSE`);
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(readFileSync(`${from}/package.json`, "utf8"));
  const written = JSON.stringify({ ...manifest, ...fields }, null, 2);
  writeFileSync(`${folder}/package.json`, `${written}\n`);
  const words = ["pack", "--silent", "--pack-destination", outDir];
  const packed = execFileSync("npm", words, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return packed.trim();
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

const { values } = parseArgs({
  options: {
    package: { type: "boolean", default: false },
    debian: { type: "boolean", default: false },
    platform: { type: "string" },
    repository: { type: "string" },
  },
});
const platforms: readonly Platform[] = ["linux-x64", "linux-arm64"];
const debian = values.debian || values.platform === undefined;
if (debian && !values.package && !hasDpkg())
  console.warn("No dpkg-deb is here: dist/ gets no Debian package.");
await build({
  onlyPackage: values.package,
  debian: debian && hasDpkg(),
  platforms: platforms.filter((each) => each === (values.platform ?? each)),
  repository: values.repository,
});
