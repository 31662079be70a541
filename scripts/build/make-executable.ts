import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { readPackage, type BundledPackage } from "./bundled-packages.ts";
import { programAssets } from "./program-assets.ts";
import { startMs } from "./start-times.ts";

export type Platform = "linux-x64" | "linux-arm64";

/** The marker in Node's binary that records whether a program was injected. */
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Makes a single executable application: Node's binary for the platform, with the bundle and the
 * program's files inside. Compiled code is included only for the platform that the build runs on.
 */
export async function makeExecutable(
  project: string,
  { bundle, platform, file }: { bundle: string; platform: Platform; file: string },
): Promise<BundledPackage> {
  const node = fetchNode(project, platform);
  const files = Object.fromEntries(
    programAssets(project).map((path) => [path, `${project}/${path}`]),
  );
  const [start, program, cache] = [`${project}/bin/executable.cjs`, `${file}.cjs`, `${file}.cache`];
  const names = "require, module, exports, __filename, __dirname";
  writeFileSync(program, `(function (${names}) {${readFileSync(bundle, "latin1")}\n})`, "latin1");
  const isOwn = platform === `${process.platform}-${process.arch}`;
  if (isOwn) await compileProgram(project, program, files, cache);
  const config = {
    main: start,
    output: `${file}.blob`,
    disableExperimentalSEAWarning: true,
    assets: {
      ...files,
      // A thread runs it from here: the executable itself is no script.
      "start.cjs": start,
      "program.cjs": program,
      ...(isOwn && { "program.cache": cache }),
    },
  };
  writeFileSync(`${file}.json`, JSON.stringify(config));
  execFileSync(process.execPath, ["--experimental-sea-config", `${file}.json`]);
  copyFileSync(`${node}/bin/node`, file);
  inject(file, `${file}.blob`);
  chmodSync(file, 0o755);
  return readPackage(node);
}

/** A service in memory has one thread, so that the code is that of both halves of the program. */
async function compileProgram(
  project: string,
  program: string,
  files: Readonly<Record<string, string>>,
  cache: string,
): Promise<void> {
  const run = `${project}/scripts/build/compile-program.cjs`;
  await startMs([process.execPath, run, program, JSON.stringify(files), cache]);
  if (!existsSync(cache)) throw new Error("The program's code was not compiled.");
}

/** Runs postject as a program: it warns about sections of Node's binary, and its output matters only when it fails. */
function inject(file: string, blob: string): void {
  const postject = fileURLToPath(import.meta.resolve("postject/dist/cli.js"));
  const words = [file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", sentinelFuse];
  execFileSync(process.execPath, [postject, ...words], { stdio: "pipe" });
}

/** Node's binary and its licence, from the npm package for the platform. */
function fetchNode(project: string, platform: Platform): string {
  const name = `node-${platform}`;
  const folder = `${project}/node_modules/.cache/${name}-${process.versions.node}`;
  if (existsSync(`${folder}/package/bin/node`)) return `${folder}/package`;
  mkdirSync(folder, { recursive: true });
  const version = `${name}@${process.versions.node}`;
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, version]);
  execFileSync("tar", ["-xzf", `${folder}/${name}-${process.versions.node}.tgz`, "-C", folder]);
  return `${folder}/package`;
}
