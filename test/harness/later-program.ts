import { cpSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sourceProgram, programWords } from "./program.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A later version of the program, with one more migration. */
export interface LaterProgram extends Disposable {
  /** The program to start instead of `bin/booking.js`. */
  readonly program: string;
  readonly migration: string;
}

/** What the program only reads. */
const linked = [
  "node_modules",
  "contract",
  "console",
  "docs",
  "account-page",
  "conformance",
  "sdk",
];

/**
 * Its migration adds the column `made_up` to every account, with the value 7. It is a copy of the bundle where
 * the tests start one, because that starts faster, else of the sources.
 */
export function laterProgram(): LaterProgram {
  const folder = temporaryFolder();
  const bundle = resolve(programWords[0] ?? sourceProgram[1], "../..");
  const isBundle = existsSync(join(bundle, "lib"));
  const copied = isBundle
    ? ["bin", "lib", "package.json"]
    : ["bin", "src", "playground", "contract", "package.json"];
  for (const part of copied) {
    cpSync(join(isBundle ? bundle : ".", part), join(folder.path, part), { recursive: true });
  }
  for (const part of linked.filter((each) => !copied.includes(each))) {
    symlinkSync(resolve(part), join(folder.path, part));
  }
  const migrations = join(folder.path, "src/store/migrations");
  if (isBundle) cpSync("src/store/migrations", migrations, { recursive: true });
  const migration = "9000-made-up";
  writeFileSync(
    join(migrations, `${migration}.sql`),
    "alter table account add column made_up bigint not null default 7;\n",
  );
  return {
    program: join(folder.path, "bin/booking.js"),
    migration,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
