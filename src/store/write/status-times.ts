import type { AccountId } from "../../domain/account.ts";
import { type Kysely, sql } from "kysely";
import { bookingStatuses } from "../../domain/booking.ts";
import { carriedForward, carriedMaxMs } from "../../domain/clock.ts";
import type { Tables } from "../tables.ts";
import { atSlot, type SlotKey } from "./slot.ts";

/** The times at which changes of a locked slot take effect, in milliseconds UTC. */
export interface StatusTimes {
  /** A change of a booking's status: now, or the time of the slot's latest change where that is later. */
  readonly at: number;
  /** A booking joins the waitlist: later than all who wait, because its time is its place in line. */
  readonly joinsAt: number;
  /** The limit of a ticket type changes: later than each earlier change of a limit. */
  readonly limitsAt: number;
}

/** `at` of `statusTimes`. */
export async function statusTime(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  now: number,
): Promise<number> {
  return (await statusTimes(transaction, accountId, slotKey, now)).at;
}

/**
 * Reads the times of the changes that a transaction makes to a slot it has locked. `now` was read before the wait for
 * the lock, perhaps from the clock of another machine, while these times decide who came first. So they follow the
 * order of the lock: none lies before a change that was made under it, unless that one is dated by a wrong clock
 * (`carriedForward`).
 */
export async function statusTimes(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  now: number,
): Promise<StatusTimes> {
  const ofHolds = transaction
    .selectFrom("hold")
    .select((select) => [sql.lit<string>("hold").as("of"), select.fn.max("made_at").as("latest")])
    .where((where) => where.and(atSlot(accountId, slotKey)))
    .where("made_at", "<=", now + carriedMaxMs);
  // One query for each status, because the index then holds the answer at its end.
  const ofBookings = bookingStatuses.map((status) =>
    transaction
      .selectFrom("booking")
      .select((select) => [
        sql.lit<string>(status).as("of"),
        select.fn.max("booked_at").as("latest"),
      ])
      .where((where) => where.and(atSlot(accountId, slotKey)))
      .where("booking_status", "=", status)
      .where("booked_at", "<=", now + carriedMaxMs),
  );
  const ofLimits = transaction
    .selectFrom("type_limit")
    .select((select) => [sql.lit<string>("limit").as("of"), select.fn.max("until").as("latest")])
    .where((where) => where.and(atSlot(accountId, slotKey)))
    .where("until", "<=", now + carriedMaxMs);
  const union = [...ofBookings, ofLimits].reduce((all, query) => all.unionAll(query), ofHolds);
  const latest = new Map((await union.execute()).map((row) => [row.of, row.latest]));
  const at = carriedForward(now, ...Array.from(latest.values(), (time) => time ?? now));
  const after = (of: string) => {
    const time = latest.get(of) ?? null;
    return time === null ? at : Math.max(at, time + 1);
  };
  return { at, joinsAt: after("WAITLIST"), limitsAt: after("limit") };
}
