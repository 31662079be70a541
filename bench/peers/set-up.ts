import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the packages of peers go: not among the dependencies of this project. */
const installedUnder = "data/bench-peers";

/** Installs a peer as its lock file says, unless that was done before, and builds it. Answers its folder. */
export function setUpPeer(name: string): string {
  const source = join("bench/peers", name);
  const folder = join(installedUnder, name);
  mkdirSync(folder, { recursive: true });
  const lock = readFileSync(join(source, "package-lock.json"), "utf8");
  const isInstalled =
    // npm writes it when it is done.
    existsSync(join(folder, "node_modules/.package-lock.json")) &&
    readFileSync(join(folder, "package-lock.json"), "utf8") === lock;
  cpSync(source, folder, { recursive: true });
  const npm = (words: string) => {
    const { status } = spawnSync("npm", words.split(" "), { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm ${words} of ${name} ended with ${status}.`);
  };
  if (!isInstalled) {
    process.stdout.write(`${name}: npm ci in ${folder}\n`);
    npm("ci --ignore-scripts --legacy-peer-deps --no-audit --no-fund");
  }
  npm("run --silent build --if-present");
  return folder;
}

/** The packages that a peer's package.json names, with their versions. */
export function versionsOf(name: string): string[] {
  const { dependencies } = JSON.parse(
    readFileSync(join("bench/peers", name, "package.json"), "utf8"),
  ) as { dependencies: Record<string, string> };
  return Object.entries(dependencies).map((entry) => entry.join(" "));
}
