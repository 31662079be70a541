import type { Kysely } from "kysely";
import { bookingStatuses } from "../../domain/booking.ts";
import type { Tables } from "../tables.ts";
import { bookingsOf, type SlotPlace } from "./slot-place.ts";

/**
 * The time at which a change of status on a locked slot takes effect: now, or the latest change of status
 * among the slot's bookings if that is later. `now` was read before the wait for the lock, perhaps from
 * another machine's clock. These times decide who came first, so they follow the order of the lock.
 */
export async function statusTime(
  transaction: Kysely<Tables>,
  accountId: number,
  place: SlotPlace,
  now: number,
): Promise<number> {
  const latest = bookingStatuses.map((status) =>
    transaction
      .selectFrom("booking")
      .select((select) => select.fn.max("booked_at").as("at"))
      .where((where) => where.and(bookingsOf(accountId, place)))
      // One query for each status, because the index then holds the answer at its end.
      .where("booking_status", "=", status),
  );
  const [first, second, third] = latest as [
    (typeof latest)[number],
    (typeof latest)[number],
    (typeof latest)[number],
  ];
  const rows = await first.unionAll(second).unionAll(third).execute();
  return Math.max(now, ...rows.map((row) => row.at ?? now));
}
