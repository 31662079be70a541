import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { programVersion as version } from "../src/domain/program-version.ts";
import { medianStartMs } from "./build/start-times.ts";
import { builtTests, executable } from "./testing/built-tests.ts";

/**
 * `npm run test:built` runs the tests of `testing/built-tests.ts` against the artefacts of `npm run build`: the
 * executable, or with `--package` the installed package. Further arguments replace the list of tests. At
 * the end it prints the start time of each to `ready`, beside the sources'.
 */
const project = fileURLToPath(new URL("../", import.meta.url)).replace(/\/$/, "");
const dist = `${project}/dist`;

/** These tests load code into the program by `NODE_OPTIONS`, which an executable does not accept. */
const testsOfPackage = [
  "test/export-command.test.ts",
  "test/sqlite/backup/command.test.ts",
  "test/sqlite/backup/one-moment.test.ts",
  "test/sqlite/backup/restore.test.ts",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { package: { type: "boolean", default: false } },
});
const program = values.package ? installedPackage() : builtExecutable();
const listed = values.package ? [...builtTests, ...testsOfPackage] : builtTests;
const chosen = positionals.length > 0 ? positionals : listed;
const run = spawnSync(process.execPath, ["scripts/test.ts", "--engine", "sqlite", ...chosen], {
  cwd: project,
  stdio: "inherit",
  env: { ...process.env, BOOKING_PROGRAM: program },
});
const built = await medianStartMs([program]);
const sources = await medianStartMs([process.execPath, `${project}/bin/booking.js`]);
const ratio = (built / sources).toFixed(2);
console.log(`start to ready: built ${built} ms, sources ${sources} ms, ratio ${ratio}`);
process.exitCode = run.status ?? 1;

function builtExecutable(): string {
  const file = `${project}/${executable}`;
  if (!existsSync(file)) build("--platform", `${process.platform}-${process.arch}`);
  return file;
}

function installedPackage(): string {
  const file = `${dist}/booking-service-${version}.tgz`;
  if (!existsSync(file)) build("--package");
  const prefix = `${dist}/installed`;
  execFileSync("npm", ["install", "--global", "--offline", "--prefix", prefix, file]);
  return `${prefix}/bin/booking`;
}

function build(...words: readonly string[]): void {
  execFileSync(process.execPath, ["scripts/build.ts", ...words], {
    cwd: project,
    stdio: "inherit",
  });
}
