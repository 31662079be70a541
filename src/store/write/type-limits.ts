import { isAtSlot } from "../keys.ts";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { refuseMoveUp, type BookingWindow, type PromotedBy } from "../../domain/booking-window.ts";
import { takeSeats, type SlotSeats } from "../../domain/seats.ts";
import { limitOfType } from "../../domain/type-limit.ts";
import { bindRows, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "./batch-rows.ts";
import { heldOfType } from "./held-seats.ts";
import { windowColumns, windowOfRow } from "./booking-windows.ts";
import { selectSlots, type KeyedValues, type SlotKey } from "./slot.ts";

/** The `until` of a row that holds what is so now. */
export const untilNow = Number.MAX_SAFE_INTEGER;

/** A ticket type in one slot. */
export interface TypeInSlot {
  readonly number: number;
  readonly isLimited: boolean;
  /** The limit that the slot says, and the type's in every slot; null where it says none. */
  readonly own: number | null;
  readonly perSlot: number | null;
  /** The recorded seats above the limit that were sold on purpose. */
  readonly overbooked: number;
  /** Its seats in the slot; null where nothing limits the type. */
  readonly seats: SlotSeats | null;
  readonly window: BookingWindow;
}

/** What is taken of a type is counted for types with a limit alone. */
const selectTypes = (limitedOnly: boolean) =>
  keepStatement((database, values: KeyedValues, dialect) =>
    selectSlots(database, values, dialect)
      .crossJoin("interaction")
      .crossJoin("ticket_type")
      .leftJoin("type_limit as own", (join) =>
        join
          .on("own.account_id", "=", values.accountId)
          .onRef("own.slot_number", "=", "slot.number")
          .on("own.until", "=", sql.lit(untilNow))
          .onRef("own.ticket_type_number", "=", "ticket_type.number"),
      )
      .select([
        "ticket_type.id",
        "ticket_type.number as typeNumber",
        "ticket_type.has_limited_capacity",
        "ticket_type.capacity_per_slot",
        "own.capacity as own",
        "own.overbooked_by as overbooked",
        ...windowColumns,
        takenOfType(values.accountId).as("takenOfType"),
      ])
      .where("interaction.account_id", "=", values.accountId)
      .whereRef("interaction.id", "=", "slot.interaction_id")
      .where("ticket_type.account_id", "=", values.accountId)
      .whereRef("ticket_type.interaction_id", "=", "slot.interaction_id")
      .whereRef("ticket_type.activity_id", "=", "slot.activity_id")
      .$if(limitedOnly, (select) => select.where(sql<boolean>`${limit} is not null`))
      .orderBy("ticket_type.id"),
  );

const limit = sql`coalesce(own.capacity, ticket_type.capacity_per_slot)`;

/** Live tickets of CONFIRMED bookings, and those of live holds. */
function takenOfType(accountId: AccountId) {
  return sql<number | null>`
    case when ${limit} is not null then ${heldOfType(accountId)} + (
      select count(*)
      from booking
      cross join ticket
      where booking.account_id = ${accountId}
      and ${isAtSlot}
      and booking.booking_status = 'CONFIRMED'
      and booking.ticket_type_number = ticket_type.number
      and ticket.account_id = ${accountId}
      and ticket.booking_id = booking.id
      and ticket.cancelled_at is null
    ) end`;
}

const selectAllTypes = selectTypes(false);
const selectLimitedTypes = selectTypes(true);

/** Reads the ticket types of a slot's activity, whose limits nobody changes while the slot is locked; their times may change. */
export async function readTypes(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
): Promise<ReadonlyMap<string, TypeInSlot>> {
  const keys = bindRows([{ number: slotKey.number }]);
  const rows = await selectAllTypes(database, { accountId, ...keys });
  return new Map(rows.map((row) => [row.id, typeInSlot(row)]));
}

/** The ticket types that have a limit in these slots, by the slot's number. */
export async function readLimitedTypes(
  database: Kysely<Tables>,
  accountId: AccountId,
  slots: readonly Pick<SlotKey, "number">[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, TypeInSlot>>> {
  if (slots.length === 0) return new Map();
  const keys = bindRows(slots.map(({ number }) => ({ number })));
  const rows = await selectLimitedTypes(database, { accountId, ...keys });
  return new Map(
    [...Map.groupBy(rows, (row) => row.number)].map(([number, some]) => [
      number,
      new Map(some.map((row) => [row.id, typeInSlot(row)] as const)),
    ]),
  );
}

type TypeRow = Awaited<ReturnType<typeof selectAllTypes>>[number];

function typeInSlot(row: TypeRow): TypeInSlot {
  const isLimited = row.has_limited_capacity === 1;
  const { own, capacity_per_slot: perSlot } = row;
  const capacity = limitOfType({ isLimited, perSlot, own });
  const overbooked = row.overbooked ?? 0;
  const seats =
    capacity === null ? null : { capacity, taken: row.takenOfType ?? 0, overbookedBy: overbooked };
  const { typeNumber: number } = row;
  return {
    number,
    isLimited,
    own,
    perSlot,
    overbooked,
    seats,
    window: windowOfRow({ ...row, closedAt: row.closed_at }),
  };
}

/** How an entry was passed: the limit of its ticket type refused it, or it could not move up any more. */
export type PassedType = { readonly passed_over: string } | { readonly closed: string };

/** The ticket types of which no entry moves up at this moment. */
export function closedTypes(
  types: ReadonlyMap<string, TypeInSlot>,
  now: number,
  by: PromotedBy,
): ReadonlySet<string> {
  return new Set(
    Array.from(types).flatMap(([id, { window }]) =>
      refuseMoveUp(window, now, by) === null ? [] : [id],
    ),
  );
}

export function passedTypes(
  passedOver: readonly string[],
  closed: ReadonlySet<string>,
): PassedType[] {
  return passedOver.map((id) => (closed.has(id) ? { closed: id } : { passed_over: id }));
}

/** The row of a type of which an order takes some seats in a slot, also above its limit where the order allows that. */
export function rowsOfTaken(
  slotKey: SlotKey,
  type: TypeInSlot,
  count: number,
): BatchRows["typeLimits"] & object {
  if (type.seats === null || count === 0) return [];
  const { overbookedBy } = takeSeats(type.seats, count);
  return rowsOfType(slotKey, type, { own: type.own, overbookedBy });
}

/** The row of a type in a slot, as it is from now on; none where the record says so already. */
export function rowsOfType(
  slotKey: SlotKey,
  { number, own, overbooked }: TypeInSlot,
  after: { readonly own: number | null; readonly overbookedBy: number },
): BatchRows["typeLimits"] & object {
  if (after.own === own && after.overbookedBy === overbooked) return [];
  const { own: capacity, overbookedBy } = after;
  return [typeLimitRow(slotKey, { type: number, until: untilNow, capacity, overbookedBy })];
}

/** The row of a limit that held, or holds (`untilNow`), in a slot; `capacity` null for none. */
export function typeLimitRow(
  slot: Pick<SlotKey, "number">,
  own: {
    /** The ticket type's number. */
    readonly type: number;
    readonly until: number;
    readonly capacity: number | null;
    readonly overbookedBy?: number;
  },
) {
  const { type, until, capacity, overbookedBy = 0 } = own;
  return {
    slot_number: slot.number,
    until,
    ticket_type_number: type,
    capacity,
    overbooked_by: overbookedBy,
  } as const;
}
