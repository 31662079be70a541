import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The references in Go as an executable, or the reason why there is none. */
export type Compiled =
  | { readonly executable: string; readonly version: string }
  | { readonly missing: string };

/** Where Debian's packages lay the sources of pgx and go-sqlite3. */
const packagedSources = "/usr/share/gocode";

/**
 * Builds the references in Go from the packages of the system, without asking the network. The engine is the
 * system's SQLite.
 */
export function buildCompiled(folder: string): Compiled {
  const version = go("version");
  if (version.status !== 0) return { missing: "there is no Go here" };
  const executable = join(folder, "compiled-references");
  const built = go("build", "-tags", "libsqlite3", "-o", executable, sources);
  if (built.status !== 0) {
    return { missing: `they do not build: ${built.stderr.split("\n", 2).join(" ")}` };
  }
  return { executable, version: `Go ${/go(\d\S*)/.exec(version.stdout)?.[1] ?? ""}` };
}

const sources = "./bench/references/compiled";

function go(...words: readonly string[]) {
  const settings = ["GO111MODULE=off", `GOPATH=${packagedSources}`];
  return spawnSync("env", [...settings, "go", ...words], { encoding: "utf8" });
}
