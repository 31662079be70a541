import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { TypeCapacities } from "../../domain/data-file/seat-values.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { changeCapacity, type SlotSeats } from "../../domain/seats.ts";
import { limitOfType } from "../../domain/type-limit.ts";
import { bindRows } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { countTakenByType, countWaitingByType } from "../write/own-limits.ts";
import type { SlotKey } from "../write/slot.ts";
import { statusTimes } from "../write/status-times.ts";
import {
  readLimitedTypes,
  rowsOfType,
  typeLimitRow,
  type TypeInSlot,
} from "../write/type-limits.ts";

/** The limits that a locked slot is to say, and what it is now. */
interface LimitsOrder {
  readonly slotKey: SlotKey;
  readonly types: ReadonlyMap<string, TypeInSlot>;
  /** Null: none at all. A type that the map does not name keeps its own. */
  readonly limits: TypeCapacities | null;
  /** Allows a limit below what is taken, which is recorded. */
  readonly overbook: boolean;
  readonly now: number;
}

/** The rows that change the limits, and for the audit log each limit before and after; none where all stay. */
export interface LimitsChange {
  readonly typeLimits: BatchRows["typeLimits"] & object;
  readonly changed: Readonly<
    Record<string, readonly [before: number | null, after: number | null]>
  >;
}

/** Changes the limits that a locked slot says for single ticket types. */
export async function decideLimits(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { slotKey, types, limits, overbook, now }: LimitsOrder,
): Promise<LimitsChange | Refused<SeatRefusal>> {
  const ids = limits === null ? [...types.keys()] : Object.keys(limits);
  const changes = ids
    .map((id) => ({ id, type: types.get(id), own: limits?.[id] ?? null }))
    .filter(({ type, own }) => type?.own !== own);
  if (changes.length === 0) return { typeLimits: [], changed: {} };
  const [rows, { limitsAt }] = await Promise.all([
    countTakenByType(transaction, { accountId, ...bindRows([{ number: slotKey.number }]) }),
    statusTimes(transaction, accountId, slotKey, now),
  ]);
  const taken = new Map<string, number>();
  for (const { id, live } of rows) taken.set(id, (taken.get(id) ?? 0) + live);
  const typeLimits = [];
  for (const { id, type, own } of changes) {
    if (type === undefined) return { refused: { why: "not-in-catalogue", field: "ticket_type" } };
    if (own !== null && !type.isLimited) return typeNotLimited;
    const before = type.seats ?? unlimited(taken.get(id) ?? 0);
    const limit = limitOfType({ ...type, own });
    const after = limit === null ? null : changeCapacity(before, limit, overbook);
    if (after !== null && isRefused<SeatRefusal>(after)) {
      return { refused: { why: "capacity-below-taken", taken: before.taken, ticketType: id } };
    }
    const overbookedBy = after?.overbookedBy ?? 0;
    typeLimits.push(...rowsOfType(slotKey, type, { own, overbookedBy }));
    const limitBefore = type.seats?.capacity ?? null;
    if (limitBefore !== limit) {
      const past = { type: type.number, until: limitsAt, capacity: limitBefore };
      typeLimits.push(typeLimitRow(slotKey, past));
    }
  }
  const changed = changes.map(({ id, type, own }) => [id, [type?.own ?? null, own]] as const);
  return { typeLimits, changed: Object.fromEntries(changed) };
}

/** A ticket type that has a limit in a slot, with its tickets of bookings that wait there. */
export interface ShownType extends TypeInSlot {
  readonly waiting: number;
}

/** Reads the types that have a limit in these slots, by id. */
export async function readShownTypes(
  reads: Kysely<Tables>,
  accountId: AccountId,
  slots: readonly { readonly number: number; readonly waits: boolean }[],
): Promise<(slot: { readonly number: number }) => ReadonlyMap<string, ShownType>> {
  const limited = await readLimitedTypes(reads, accountId, slots);
  const awaited = slots.filter((each) => each.waits && limited.has(each.number));
  const columns = awaited.map(({ number }) => ({ number }));
  const counts =
    columns.length === 0
      ? []
      : await countWaitingByType(reads, { accountId, ...bindRows(columns) });
  const waiting = new Map(counts.map((row) => [`${row.number} ${row.id}`, row.live]));
  return ({ number }) => {
    const types = limited.get(number) ?? new Map<string, TypeInSlot>();
    return new Map(
      Array.from(types, ([id, type]) => [
        id,
        { ...type, waiting: waiting.get(`${number} ${id}`) ?? 0 },
      ]),
    );
  };
}

/** Only a type whose tickets take seats has a limit. */
export const typeNotLimited: Refused<SeatRefusal> = {
  refused: {
    why: "value-malformed",
    field: "ticket_types",
    expected: "limits of ticket types with has_limited_capacity true",
  },
};

/** The seats of a type that nothing limits. */
function unlimited(taken: number): SlotSeats {
  return { capacity: taken, taken, overbookedBy: 0 };
}
