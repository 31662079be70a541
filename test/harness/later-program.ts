import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** A later version of the program, with one more migration. */
export interface LaterProgram extends Disposable {
  /** The program to start instead of `bin/booking.js`. */
  readonly program: string;
  readonly migration: string;
}

/** Its migration adds the column `made_up` to every account, with the value 7. */
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
