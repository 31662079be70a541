import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "../test/harness/temporary-folder.ts";
import { isPure } from "./testing/plan.ts";

/**
 * `npm run mutate` changes one operator, condition or block at a time in files with pure decisions, and
 * counts the changes that no pure test detects. The files are all of `src/domain/`, and those in `src/http/`
 * and `sdk/src/` that have a test beside them, or the files named on the command line.
 *
 * Stryker is fetched on use, in exact versions, because nothing else needs its packages. Texts are not
 * changed: the compiler checks those that are a choice, and the others are for people.
 */
const stryker = ["@stryker-mutator/core@10.0.0", "@stryker-mutator/tap-runner@10.0.0"];
const folders = ["src/domain", "src/http", "sdk/src"];

const tests = folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`)).filter(isPure);
const sources = folders
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { exclude: ["**/*.test.ts"] }))
  .filter(
    (file) => file.startsWith("src/domain/") || existsSync(file.replace(/\.ts$/, ".test.ts")),
  );
const named = process.argv.slice(2);

using folder = temporaryFolder();
const config = join(folder.path, "stryker.config.json");
writeFileSync(
  config,
  JSON.stringify({
    testRunner: "tap",
    tap: {
      testFiles: tests,
      nodeArgs: ["--test-reporter=tap", "-r", "{{hookFile}}", "{{testFile}}"],
    },
    mutate: named.length > 0 ? named : sources,
    mutator: { excludedMutations: ["StringLiteral"] },
    coverageAnalysis: "perTest",
    concurrency: availableParallelism(),
    reporters: ["clear-text"],
    clearTextReporter: { logTests: false, reportTests: false },
    ignorePatterns: ["*", "!contract/**", "!package.json", "!sdk/**", "!src/**", "!test/**"],
    tempDirName: join(folder.path, "sandbox"),
  }),
);
const packages = stryker.map((name) => `--package=${name}`);
const words = ["exec", "--yes", ...packages, "--", "stryker", "run", config];
const child = spawn("npm", words, { stdio: "inherit" });
const [status] = await once(child, "exit");
process.exitCode = Number(status ?? 1);
