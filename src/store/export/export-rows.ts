import type { AccountId } from "../../domain/account.ts";
import type { DataLine } from "../../domain/data-file/data-line.ts";
import type { SlotLine } from "../../domain/data-file/slot-line.ts";
import type { Engine } from "../engine.ts";
import { bookingRows } from "./booking-rows.ts";
import { catalogueLines, countedSlots, type CountedSlot } from "../catalogue/catalogue-lines.ts";

/** A line of a data file; for a slot with its taken seats. */
export type ExportRow = Exclude<DataLine, SlotLine> | CountedSlot;

/**
 * Reads everything that a data file holds of one account, in portions, at one moment. A record comes after
 * those that it names, and each kind is ordered by its keys, so the same data has the same order.
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
