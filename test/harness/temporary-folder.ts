import { mkdtempSync, rmSync } from "node:fs";
import { databaseFolder } from "./database-folder.ts";
import { join } from "node:path";

/** A folder of its own for one test; it is gone when the scope that uses it ends. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(databaseFolder(), "booking-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
