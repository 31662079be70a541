import type { AccountId } from "../../domain/account.ts";
import type { DataLine } from "../../domain/data-file/data-line.ts";
import type { SlotLine } from "../../domain/data-file/slot-line.ts";
import type { Engine } from "../engine.ts";
import { bookingRows } from "./booking-rows.ts";
import { catalogueLines, countedSlots, type CountedSlot } from "../catalogue/catalogue-lines.ts";

/** What a line of a data file says; of a slot also how many of its seats are taken. */
export type ExportRow = Exclude<DataLine, SlotLine> | CountedSlot;

/**
 * Everything that a data file holds of one account, as it is at one moment, in portions. Things come
 * after those that they name, and each kind by its keys: the same data comes in the same order.
 */
export async function* exportRows(
  engine: Engine,
  accountId: AccountId,
): AsyncGenerator<readonly ExportRow[]> {
  await using snapshot = await engine.within(accountId, () => engine.snapshot());
  const { reads } = snapshot;
  for (const kind of ["group", "interaction", "activity", "host", "ticket_type"] as const) {
    yield* catalogueLines(reads, accountId, kind);
  }
  yield* countedSlots(reads, accountId);
  yield* bookingRows(reads, accountId);
}
