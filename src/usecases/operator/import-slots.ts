import type { AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import { parseSlotCsv, type SlotCsvDefaults } from "../../domain/data-file/slot-csv.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { ImportAnswer } from "../../store/import/import-order.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export interface SlotFile {
  /** CSV: see `parseSlotCsv`. */
  readonly text: string;
  readonly defaults: SlotCsvDefaults;
  /** Checks everything and changes nothing. */
  readonly dryRun: boolean;
  /** Allows capacities below the taken seats, which is recorded. */
  readonly allowOverbooked: boolean;
}

/**
 * Adds the slots of a spreadsheet and changes the capacities of existing ones, all or none. Bad
 * rows are reported by line, like those of a data file.
 */
export async function importSlots(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  accountName: AccountName,
  { text, defaults, dryRun, allowOverbooked }: SlotFile,
): Promise<ImportAnswer | Refused<OperatorRefusal>> {
  const account = await identifyAccount(store, accountName);
  if (isRefused<OperatorRefusal>(account)) return account;
  const door = store.account(account.id);
  const zones = new Map(
    (await door.findCampaigns()).map(({ publicKey, timezone }) => [publicKey, timezone]),
  );
  const lines = parseSlotCsv(text, defaults, (key) => zones.get(key) ?? null, audit.now);
  return door.importDataFile(inOnePortion(lines), {
    audit,
    dryRun,
    update: false,
    allowOverbooked,
    onWriting: () => {},
  });
}

async function* inOnePortion<T>(things: readonly T[]): AsyncGenerator<readonly T[]> {
  yield things;
}
