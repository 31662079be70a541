import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { nextWindow } from "./attendee-search.ts";
import { findBookingDetails, type BookingDetails } from "./booking-details.ts";
import type { BookingFilter } from "./booking-rows.ts";

/** A window has so many slots, because a page of all bookings would read and sort the account each time. */
const slotsAtATime = 300;
const bookingsAtATime = 200;

/** Reads all bookings that match, by slot start, then id, in portions, at one moment. */
export async function* everyBooking(
  engine: Engine,
  accountId: AccountId,
  filter: Omit<BookingFilter, "limit" | "after" | "latestFirst">,
): AsyncGenerator<readonly BookingDetails[]> {
  await using snapshot = await engine.within(accountId, () => engine.snapshot());
  const { reads } = snapshot;
  const reader = { reads, rowsAsJson: engine.rowsAsJson };
  const isNamed = [filter.ids, filter.externalId, filter.requestId, filter.words].some(Boolean);
  const page = { ...filter, limit: bookingsAtATime };
  const start = filter.slotStartingAt;
  let from = start ?? filter.from ?? Number.MIN_SAFE_INTEGER;
  const to = start ?? filter.to ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const window = isNamed
      ? null
      : await nextWindow(reads, accountId, { ...page, from, to }, slotsAtATime);
    const bounds = window ?? (isNamed ? {} : { from, to, isWindow: true });
    for (let after: BookingFilter["after"] | undefined; ;) {
      const next = { ...page, ...bounds, ...(after !== undefined && { after }) };
      const found = await findBookingDetails(reader, accountId, next);
      if (found.length > 0) yield found;
      const last = found.at(-1);
      if (last === undefined || found.length < bookingsAtATime) break;
      after = { slotStartingAt: last.booking.slotStartingAt, id: last.booking.id };
      await new Promise((resume) => setImmediate(resume));
    }
    if (window === null) return;
    from = window.to + 1;
    // The embedded engine returns rows without waiting, so the loop yields to the process's other work.
    await new Promise((resume) => setImmediate(resume));
  }
}
