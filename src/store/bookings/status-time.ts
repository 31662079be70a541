import { sql, type Kysely } from "kysely";
import { bookingStatuses } from "../../domain/booking.ts";
import { carriedForward, carriedMaxMs } from "../../domain/clock.ts";
import type { Tables } from "../tables.ts";
import { bookingConditions, type SlotKey } from "./slot-key.ts";

/**
 * The time at which a change of status on a locked slot takes effect: now, or the latest change of status
 * among the slot's bookings if that is later (`carriedForward`). `now` was read before the wait for the lock,
 * perhaps from another machine's clock. These times decide who came first, so they follow the order of the lock.
 */
export async function statusTime(
  transaction: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  now: number,
): Promise<number> {
  return (await statusTimes(transaction, accountId, slotKey, now)).at;
}

/** The same time, and the one at which a booking joins the waitlist: behind everybody in line. */
export interface StatusTimes {
  readonly at: number;
  readonly joinsAt: number;
}

/**
 * As `statusTime`. Entries of the same millisecond would stand in line by their ids, and a newcomer perhaps
 * before the first.
 */
export async function statusTimes(
  transaction: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  now: number,
): Promise<StatusTimes> {
  const latest = bookingStatuses.map((status) =>
    transaction
      .selectFrom("booking")
      .select((select) => [sql.lit(status).as("status"), select.fn.max("booked_at").as("at")])
      .where((where) => where.and(bookingConditions(accountId, slotKey)))
      // One query for each status, because the index then holds the answer at its end.
      .where("booking_status", "=", status)
      .where("booked_at", "<=", now + carriedMaxMs),
  );
  const [first, second, third] = latest as [
    (typeof latest)[number],
    (typeof latest)[number],
    (typeof latest)[number],
  ];
  const rows = await first.unionAll(second).unionAll(third).execute();
  const at = carriedForward(now, ...rows.map((row) => row.at ?? now));
  const last = rows.find((row) => row.status === "WAITLIST")?.at ?? null;
  return { at, joinsAt: last === null ? at : Math.max(at, last + 1) };
}
