import type { Attempt } from "./attempt.ts";
import { badLinesListed, badLinesSkipped, countBadLines, firstBadLines } from "./bad-lines.ts";
import { checkReferences } from "./check-references.ts";
import { countSeats } from "./count-seats.ts";
import { findChanges } from "./find-changes.ts";
import { findMoves } from "./find-moves.ts";
import { findSwitchedLimits } from "./find-switched-limits.ts";
import type { ImportAnswer, ImportOrder } from "./import-order.ts";
import { importWarnings } from "./import-warnings.ts";
import { loadBookings } from "./load-bookings.ts";
import { loadCatalogue } from "./load-catalogue.ts";
import { loadHostless, loadSlots } from "./load-slots.ts";
import { keptBookings, overwrittenBookings } from "./named-bookings.ts";
import { tally, type Repeats } from "./tally.ts";

/** Copies what the account has of the file's things, and answers what the import will do. */
export async function inspectFile(
  attempt: Attempt,
  { update, overwrite = false, allowOverbooked, listsAllBad = false }: ImportOrder,
  repeats: Repeats,
): Promise<ImportAnswer> {
  const { scratch } = attempt;
  await loadCatalogue(attempt);
  await loadHostless(attempt);
  await loadBookings(attempt);
  await findChanges(attempt, { update, overwrite });
  await findMoves(attempt);
  await findSwitchedLimits(attempt);
  await loadSlots(attempt);
  checkReferences(attempt);
  countSeats(attempt, allowOverbooked);
  const errorCount = countBadLines(scratch);
  if (errorCount > 0) {
    const listsThem = listsAllBad && errorCount <= badLinesSkipped;
    const errors = firstBadLines(scratch, listsThem ? errorCount : badLinesListed);
    return { errors, errorCount };
  }
  const warnings = importWarnings(scratch);
  return {
    ...tally(scratch, repeats),
    kept_bookings: keptBookings(scratch),
    ...(warnings.length > 0 && { warnings }),
    ...(overwrite && { overwritten_bookings: overwrittenBookings(scratch) }),
  };
}
