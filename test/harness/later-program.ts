import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** A version of the program that is still to come: it has one migration more. */
export interface LaterProgram extends Disposable {
  /** What to start instead of `bin/booking.js`. */
  readonly program: string;
  readonly migration: string;
}

/** Its migration gives every account a column `made_up`, which is 7. */
export function laterProgram(): LaterProgram {
  const folder = temporaryFolder();
  for (const part of ["bin", "contract", "src", "package.json"]) {
    cpSync(part, `${folder.path}/${part}`, { recursive: true });
  }
  for (const part of ["node_modules", "account-page", "conformance", "sdk"]) {
    symlinkSync(resolve(part), `${folder.path}/${part}`);
  }
  const migration = "9000-made-up";
  writeFileSync(
    `${folder.path}/src/store/migrations/${migration}.sql`,
    "alter table account add column made_up bigint not null default 7;\n",
  );
  return {
    program: `${folder.path}/bin/booking.js`,
    migration,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
