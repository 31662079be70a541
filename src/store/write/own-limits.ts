import type { AccountId } from "../../domain/account.ts";
import { isAtSlot, numberedBy } from "../keys.ts";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { SlotLine } from "../../domain/data-file/data-line.ts";
import { limitMap } from "../../domain/type-limit.ts";
import { dialectOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { selectSlots, type KeyedValues } from "./slot.ts";
import { untilNow } from "./type-limits.ts";

/**
 * The limits that `slot` says for single ticket types, as JSON, with null for one that it said before; a type that takes
 * no seats has none.
 */
export function ownLimitsAsJson(
  database: Kysely<Tables>,
  accountId: AccountId,
): RawBuilder<string> {
  return dialectOf(database).rowsAsJson(
    database
      .selectFrom("type_limit as own")
      .innerJoin("ticket_type", numberedBy("ticket_type", "own"))
      .select(["ticket_type.id", "own.capacity"])
      .where("own.account_id", "=", accountId)
      .whereRef("own.slot_number", "=", sql.ref("slot.number"))
      .where("own.until", "=", sql.lit(untilNow))
      .where("ticket_type.has_limited_capacity", "=", 1),
  );
}

/** The limits as the map of a slot's line, without what the slot said before; null where there is none. */
export function limitsOfJson(json: string): SlotLine["ticket_types"] {
  return limitMap(rowsOf(json));
}

/** The limits with the nulls, by which a reader forgets a limit that was removed; undefined where there is none. */
export function toldLimitsOfJson(json: string): SlotLine["ticket_types"] {
  const rows = rowsOf(json).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

function rowsOf(json: string): [id: string, limit: number | null][] {
  const rows = JSON.parse(json) as (Pick<Tables["ticket_type"], "id"> &
    Pick<Tables["type_limit"], "capacity">)[];
  return rows.map(({ id, capacity }) => [id, capacity]);
}

/** The limits that slots say, and what was overbooked of a type on purpose. */
export const readOwnLimits = keepStatement((database, values: KeyedValues, dialect) =>
  selectSlots(database, values, dialect)
    .crossJoin("type_limit as own")
    .innerJoin("ticket_type", numberedBy("ticket_type", "own"))
    .select(["ticket_type.id", "own.capacity as own", "own.overbooked_by as overbooked"])
    .where("own.account_id", "=", values.accountId)
    .whereRef("own.slot_number", "=", "slot.number")
    .where("own.until", "=", sql.lit(untilNow)),
);

const countTickets = (status: "CONFIRMED" | "WAITLIST") =>
  keepStatement((database, values: KeyedValues, dialect) =>
    selectSlots(database, values, dialect)
      .crossJoin("booking")
      .crossJoin("ticket")
      .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
      .select((select) => ["ticket_type.id", select.fn.countAll<number>().as("live")])
      .where("booking.account_id", "=", values.accountId)
      .where(isAtSlot)
      .where("booking.booking_status", "=", status)
      .where("ticket.account_id", "=", values.accountId)
      .whereRef("ticket.booking_id", "=", "booking.id")
      .where("ticket.cancelled_at", "is", null)
      .groupBy([
        "slot.number",
        "slot.starting_at",
        "slot.capacity",
        "slot.taken",
        "slot.overbooked_by",
        "slot.next_end_at",
        "slot.closed_at",
        "ticket_type.id",
      ]),
  );

const countConfirmed = countTickets("CONFIRMED");

/** The tickets of live holds and offers in slots, by ticket type. */
const countHeld = keepStatement((database, values: KeyedValues, dialect) =>
  selectSlots(database, values, dialect)
    .crossJoin("hold")
    .innerJoin("ticket_type", numberedBy("ticket_type", "hold"))
    .select(["ticket_type.id", "hold.tickets as live"])
    .where("hold.account_id", "=", values.accountId)
    .whereRef("hold.slot_number", "=", "slot.number")
    .where("hold.state", "=", "live"),
);

/** What is taken in slots of each ticket type, in parts: live tickets of CONFIRMED bookings, and those of live holds. */
export async function countTakenByType(
  database: Kysely<Tables>,
  values: KeyedValues,
): Promise<{ readonly number: number; readonly id: string; readonly live: number }[]> {
  const [confirmed, held] = await Promise.all([
    countConfirmed(database, values),
    countHeld(database, values),
  ]);
  return [...confirmed, ...held];
}

/** The live tickets of bookings that wait, by ticket type. */
export const countWaitingByType = countTickets("WAITLIST");

/**
 * The times before which the limits of the slots' ticket types cannot change: the last status in each, null without bookings,
 * and the last change of a limit, null where there was none.
 */
export const readLimitTimes = keepStatement((database, values: KeyedValues, dialect) =>
  selectSlots(database, values, dialect).select((select) => [
    select
      .selectFrom("booking")
      .select((of) => of.fn.max("booking.booked_at").as("at"))
      .where("booking.account_id", "=", values.accountId)
      .where(isAtSlot)
      .as("statusAt"),
    select
      .selectFrom("type_limit as past")
      .select((of) => of.fn.max("past.until").as("at"))
      .where("past.account_id", "=", values.accountId)
      .whereRef("past.slot_number", "=", "slot.number")
      .where("past.until", "<", sql.lit(untilNow))
      .as("limitAt"),
  ]),
);
