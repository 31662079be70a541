import type { AccountStore } from "../src/store/account-store.ts";
import type { AuditContext } from "../src/store/doors/access.ts";
import { importDataFile } from "../src/usecases/operator/import-data-file.ts";

/** Imports fixtures into an account, all or none. */
export function importLines(
  door: Pick<AccountStore, "importNumberedLines">,
  lines: Iterable<object>,
  audit: AuditContext,
) {
  return importDataFile(door, textOf(lines), { audit });
}

/** The same for fixtures that always fit the account, so that an error is a bug. */
export async function mustImportLines(...order: Parameters<typeof importLines>): Promise<void> {
  const imported = await importLines(...order);
  if ("errors" in imported) {
    throw new Error(`The fixtures are a bad data file: ${JSON.stringify(imported.errors[0])}`);
  }
}

async function* textOf(lines: Iterable<object>): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
}
