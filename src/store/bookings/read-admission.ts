import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { holdsBack, leftOf, type HeldBack, type Waiting } from "../../domain/waitlist.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../write/slot.ts";
import { limitedSeats, readTypes, type TypeInSlot } from "../write/type-limits.ts";
import { entryColumns, readWaiting, waiting } from "./waitlist.ts";

/** A booking of some ticket type before a locked slot. */
export interface AdmissionRead {
  readonly types: ReadonlyMap<string, TypeInSlot>;
  /** The booking's type; undefined where the activity does not have it. */
  readonly type: TypeInSlot | undefined;
  /** Who waits ahead of it. */
  readonly ahead: HeldBack<Waiting>;
  /** Whether an entry of its type is among them. */
  readonly typeWaits: boolean;
}

/** An entry's place in line. */
interface PlaceInLine {
  readonly id: string;
  readonly enteredAt: number;
}

/** Reads what a booking finds that enters a locked slot now, or that has a place on its waitlist. */
export async function readAdmission(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  ticketTypeId: string,
  place: PlaceInLine | null = null,
): Promise<AdmissionRead> {
  const [types, first] = await Promise.all([
    readTypes(database, accountId, slotKey),
    waiting(database, accountId, slotKey).select(entryColumns).limit(1).executeTakeFirst(),
  ]);
  const limited = limitedSeats(types);
  let heads: readonly (Waiting & PlaceInLine)[] = [];
  if (first !== undefined) {
    const { id, ticket_type_id, booked_at } = first;
    // Where nothing limits the types, the first entry counts, whatever it needs.
    heads = [{ id, ticketTypeId: ticket_type_id, needs: 1, enteredAt: booked_at }];
    if (limited.size > 0) heads = await readHeads(database, accountId, slotKey, types.keys());
  }
  const ahead = heads.filter((entry) => place === null || isAhead(entry, place));
  return {
    types,
    type: types.get(ticketTypeId),
    ahead: holdsBack(leftOf(limited), ahead, ticketTypeId),
    typeWaits: ahead.some((entry) => entry.ticketTypeId === ticketTypeId),
  };
}

/** The first entry of each ticket type, first come first. */
async function readHeads(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  ticketTypeIds: Iterable<string>,
) {
  const heads = await Promise.all(
    Array.from(ticketTypeIds, (id) => readWaiting(database, accountId, slotKey, 1, id)),
  );
  return heads.flat().toSorted((one, other) => (isAhead(one, other) ? -1 : 1));
}

function isAhead(entry: PlaceInLine, other: PlaceInLine): boolean {
  return entry.enteredAt === other.enteredAt
    ? entry.id < other.id
    : entry.enteredAt < other.enteredAt;
}
