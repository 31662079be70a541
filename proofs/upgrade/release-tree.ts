import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The latest release's tag that is not this commit; null where there is none. */
export function releaseBefore(): string | null {
  try {
    const here = git("rev-parse", "HEAD");
    const tags = git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname");
    return (
      tags.split("\n").find((tag) => tag !== "" && git("rev-list", "-n", "1", tag) !== here) ?? null
    );
  } catch {
    return null;
  }
}

/** Unpacks the program of a tag into `folder`, with this tree's packages. */
export function unpackRelease(tag: string, folder: string): void {
  const archive = execFileSync("git", ["archive", "--format=tar", tag], { maxBuffer: 2 ** 30 });
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  linkPackages(folder);
}

/** Copies the present program into `folder`. */
export function copyProgram(folder: string): void {
  const files = git("ls-files", "--cached", "--others", "--exclude-standard").split("\n");
  for (const file of files.filter((name) =>
    /^(bin|src|playground|contract|package\.json)/.test(name),
  )) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  linkPackages(folder);
}

/**
 * Makes the copy in `folder` a later release. Its migration only adds: columns of tables that every request
 * reads and writes, a table and an index.
 */
export function addMigration(folder: string, version: string): void {
  for (const file of ["package.json", "src/domain/program-version.ts"]) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8").replace(/"\d+\.\d+\.\d+"/, `"${version}"`);
    writeFileSync(path, text);
  }
  writeFileSync(join(folder, "src/store/migrations/9000-next-release.sql"), additions);
}

const columns = ["account", "contact", "booking", "ticket", "slot", "outcome", "client_secret"];
const additions = [
  "-- oldest program: 0.1.0",
  ...columns.map((table) => `alter table ${table} add column next_release text;`),
  "create table next_release (\n  account_id integer not null,\n  id text not null,\n  primary key (account_id, id)\n);",
  "create index booking_by_next_release on booking (account_id, next_release);",
  "",
].join("\n");

function linkPackages(folder: string): void {
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
}

function git(...words: string[]): string {
  return execFileSync("git", words, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
