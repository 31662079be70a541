import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the packages of peers go: not among the dependencies of this project. */
const installedUnder = "data/bench-peers";

/** Installs a peer as its lock file says, unless that was done before. Answers its folder. */
export function setUpPeer(name: string): string {
  const source = join("bench/peers", name);
  const folder = join(installedUnder, name);
  mkdirSync(folder, { recursive: true });
  const lock = readFileSync(join(source, "package-lock.json"), "utf8");
  const isInstalled =
    existsSync(join(folder, "node_modules")) &&
    readFileSync(join(folder, "package-lock.json"), "utf8") === lock;
  cpSync(source, folder, { recursive: true });
  if (isInstalled) return folder;
  process.stdout.write(`${name}: npm ci in ${folder}\n`);
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`npm ci of ${name} ended with ${status}.`);
  return folder;
}

/** The versions that a peer's package.json names. */
export function versionsOf(name: string): Record<string, string> {
  const { dependencies } = JSON.parse(
    readFileSync(join("bench/peers", name, "package.json"), "utf8"),
  ) as { dependencies: Record<string, string> };
  return dependencies;
}
