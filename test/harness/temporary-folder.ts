import { mkdtempSync, rmSync } from "node:fs";
import { databaseFolder } from "./database-folder.ts";
import { join } from "node:path";

/** A folder for one test, which is removed at the end of the scope that uses it. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(databaseFolder(), "booking-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
