import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { holdsBack, leftOf, type HeldBack, type Waiting } from "../../domain/waitlist.ts";
import type { Tables } from "../tables.ts";
import { statusTimes, type SlotKey, type StatusTimes } from "../write/slot.ts";
import { limitedSeats, readTypes, type TypeInSlot } from "../write/type-limits.ts";
import { entryColumns, readFirstOfTypes, waiting } from "./waitlist.ts";

/** A booking of some ticket type before a locked slot. */
export interface AdmissionRead {
  readonly types: ReadonlyMap<string, TypeInSlot>;
  /** The booking's type; undefined where the activity does not have it. */
  readonly type: TypeInSlot | undefined;
  /** Who waits ahead of it. */
  readonly ahead: HeldBack<Waiting>;
  /** Whether an entry of its type is among them. */
  readonly typeWaits: boolean;
  readonly times: StatusTimes;
}

/** An entry's place in line. */
interface PlaceInLine {
  readonly id: string;
  readonly enteredAt: number;
}

/** A booking of this type that arrives now, or that has its place in line. */
interface Arrival {
  readonly ticketTypeId: string;
  readonly now: number;
  readonly place?: PlaceInLine | null;
}

/**
 * Reads what a booking finds that enters a locked slot now, or that has a place on its waitlist. An entry may be
 * cancelled without the slot's lock, so the times are read after the entries: who is not seen left before them. The
 * statements of a transaction run in the order in which they are sent.
 */
export async function readAdmission(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  { ticketTypeId, now, place = null }: Arrival,
): Promise<AdmissionRead> {
  const readTimes = () => statusTimes(database, accountId, slotKey, now);
  const [types, first, before] = await Promise.all([
    readTypes(database, accountId, slotKey),
    waiting(database, accountId, slotKey).select(entryColumns).limit(1).executeTakeFirst(),
    readTimes(),
  ]);
  const limited = limitedSeats(types);
  let heads: readonly (Waiting & PlaceInLine)[] = [];
  let times = before;
  if (first !== undefined && limited.size > 0) {
    [heads, times] = await Promise.all([
      readFirstOfTypes(database, { accountId, ...slotKey }),
      readTimes(),
    ]);
  } else if (first !== undefined) {
    const { id, ticket_type_id, booked_at } = first;
    // Where nothing limits the types, the first entry counts, whatever it needs.
    heads = [{ id, ticketTypeId: ticket_type_id, needs: 1, enteredAt: booked_at }];
  }
  const ahead = heads.filter((entry) => place === null || isAhead(entry, place));
  return {
    types,
    type: types.get(ticketTypeId),
    ahead: holdsBack(leftOf(limited), ahead, ticketTypeId),
    typeWaits: ahead.some((entry) => entry.ticketTypeId === ticketTypeId),
    times,
  };
}

function isAhead(entry: PlaceInLine, other: PlaceInLine): boolean {
  return entry.enteredAt === other.enteredAt
    ? entry.id < other.id
    : entry.enteredAt < other.enteredAt;
}
