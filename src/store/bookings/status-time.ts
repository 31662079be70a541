import type { Kysely } from "kysely";
import { bookingStatuses } from "../../domain/booking.ts";
import type { Tables } from "../tables.ts";
import { bookingsOf, type SlotPlace } from "./slot-place.ts";

/**
 * When a change of status on a locked slot takes effect: now, or when the status of any booking there
 * last changed if that was later. `now` was taken before the lock was waited for, perhaps by another
 * machine's clock; who came first is told by these times, so they follow the order of the lock.
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
      // One status at a time: the index then holds the answer at its end.
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
