import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the peers' packages, which are no dependencies of this project. */
const installedUnder = "data/bench-peers";

/**
 * Installs and builds a peer, once, and returns its folder. Its `.npmrc` names a date, and every package is
 * chosen as of that date, which gives the same tree as a lock file.
 */
export function setUpPeer(name: string): string {
  const source = join("bench/peers", name);
  const folder = join(installedUnder, name);
  mkdirSync(folder, { recursive: true });
  const wanted = readFileSync(join(source, "package.json"), "utf8");
  const isInstalled =
    // npm writes this file at the end of an installation.
    existsSync(join(folder, "node_modules/.package-lock.json")) &&
    readFileSync(join(folder, "package.json"), "utf8") === wanted;
  cpSync(source, folder, { recursive: true });
  const npm = (words: string) => {
    const { status } = spawnSync("npm", words.split(" "), { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm ${words} of ${name} ended with ${status}.`);
  };
  if (!isInstalled) {
    process.stdout.write(`${name}: npm install in ${folder}\n`);
    npm("install --no-package-lock --no-audit --no-fund");
  }
  npm("run --silent build --if-present");
  return folder;
}

/** The packages in a peer's package.json, with their versions. */
export function versionsOf(name: string): string[] {
  const { dependencies } = JSON.parse(
    readFileSync(join("bench/peers", name, "package.json"), "utf8"),
  ) as { dependencies: Record<string, string> };
  return Object.entries(dependencies).map((entry) => entry.join(" "));
}
