import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isAtLeast, programVersion } from "../src/domain/program-version.ts";
import { releasedChangelog } from "./release/released-changelog.ts";
import { versionFiles, withVersion } from "./release/version-files.ts";

/**
 * `npm run release -- VERSION` makes a release of this commit: it writes the version and the changelog's
 * day, runs every check, builds into `dist/`, tries what was built, commits and tags. It pushes and
 * publishes nothing. Where a step fails, the files are as they were and nothing is committed.
 *
 * `--dry-run` says what would be released and stops. `--repository URL` is the public address of the
 * sources, for the packages' own pages.
 */
const project = fileURLToPath(new URL("../", import.meta.url));
process.chdir(project);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "dry-run": { type: "boolean", default: false },
    repository: { type: "string" },
  },
});
const { repository } = values;
/** Every check of the version that the files now name, from cheap to dear. */
const checks: readonly (readonly string[])[] = [
  ["run", "check"],
  ["run", "prove", "--", "upgrade"],
  ["run", "build", "--", ...(repository === undefined ? [] : ["--repository", repository])],
  ["run", "lint:packages"],
  ["run", "test:built"],
];
const [version = ""] = positionals;
const tag = `v${version}`;
const refusal = refuse();
if (refusal !== null) {
  console.error(refusal);
  process.exit(1);
}
const changed = releasedFiles(new Date().toISOString().slice(0, 10));
if (values["dry-run"]) {
  console.log(`${tag} would change ${Object.keys(changed).join(", ")}.`);
} else {
  release();
}

/** Why this cannot be released; null when it can. */
function refuse(): string | null {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    return "Give the version, such as: npm run release -- 1.2.3";
  }
  if (version === programVersion || isAtLeast(programVersion, version)) {
    return `${version} is not later than ${programVersion}, the version of these files.`;
  }
  if (git("tag", "--list", tag) !== "") return `The tag ${tag} is there already.`;
  if (git("status", "--porcelain") !== "") return "Commit or remove what is not committed first.";
  if (repository !== undefined && !URL.canParse(repository)) {
    return "--repository is not a URL.";
  }
  return null;
}

/** The new texts of the files that name the version. */
function releasedFiles(day: string): Readonly<Record<string, string>> {
  const read = (file: string) => readFileSync(file, "utf8");
  const dated = Object.entries(versionFiles).map(([file, places]) => [
    file,
    withVersion(read(file), places, version),
  ]);
  const ifEmpty = "No change: the version follows that of the service.";
  return Object.fromEntries([
    ...dated,
    ["CHANGELOG.md", releasedChangelog(read("CHANGELOG.md"), { version, day })],
    ["sdk/CHANGELOG.md", releasedChangelog(read("sdk/CHANGELOG.md"), { version, day, ifEmpty })],
  ]);
}

function release(): void {
  try {
    for (const [file, text] of Object.entries(changed)) writeFileSync(file, text);
    for (const words of checks) npm(words);
    if (
      git("status", "--porcelain", "--", ".", ...Object.keys(changed).map((f) => `:!${f}`)) !== ""
    )
      throw new Error("A check changed files of the repository.");
    git("commit", "--all", "--message", `release: ${version}`);
    git("tag", "--annotate", tag, "--message", `Booking Service ${version}`);
  } catch (error) {
    git("checkout", "--", ...Object.keys(changed));
    console.error(`Nothing is released: ${String(error)}`);
    process.exit(1);
  }
  console.log(
    `${tag} is committed and tagged. Publish it: git push --follow-tags, and the files of dist/.`,
  );
}

function npm(words: readonly string[]): void {
  console.log(`npm ${words.join(" ")}`);
  execFileSync("npm", words, { stdio: "inherit" });
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}
