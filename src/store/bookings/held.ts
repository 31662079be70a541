import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { stateAt, type EndedState, type HoldState, type HoldTimes } from "../../domain/hold.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { namedBy, numberedBy } from "../keys.ts";
import type { Within } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";
import type { SeatNotes } from "./events.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { nextEndAt } from "../write/held-seats.ts";
import type { NamedSlot } from "../write/named-slot.ts";
import { fromHostColumn, type SlotKey } from "../write/slot.ts";
import type { PassedType } from "../write/type-limits.ts";

/** A hold as it is at a moment, under the names of data files. */
export interface Held extends NamedSlot, HoldTimes {
  readonly id: string;
  readonly state: HoldState;
  readonly slotKey: SlotKey;
  readonly ticketTypeId: string;
  readonly contactNumber: number | null;
  readonly externalId: string | null;
  readonly tickets: number;
  /** The seats that it takes while it is live. */
  readonly seats: number;
  /** As it was asked for at first. */
  readonly seconds: number;
  readonly passed: readonly PassedType[];
}

/** Reads a hold; null where the account has none of this id, or remembers none any more. */
export async function readHeld(
  database: Kysely<Tables>,
  accountId: AccountId,
  id: string,
  now: number,
): Promise<Held | null> {
  const row = await selectHolds(database, accountId).where("hold.id", "=", id).executeTakeFirst();
  return row === undefined ? null : heldOfRow(row, now);
}

/** The account's holds, also those that have ended lately. Offers are none. */
export function selectHolds(database: Kysely<Tables>, accountId: AccountId) {
  return database
    .selectFrom("hold")
    .innerJoin("slot", numberedBy("slot", "hold"))
    .innerJoin("interaction", namedBy("interaction", "slot"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "hold"))
    .leftJoin("contact", numberedBy("contact", "hold"))
    .selectAll("hold")
    .select(["interaction.public_key", "slot.activity_id", "slot.host_id", "slot.starting_at"])
    .select(["interaction.number as interaction_number", "contact.external_id"])
    .select(["ticket_type.id as ticket_type_id", "ticket_type.has_limited_capacity"])
    .where("hold.account_id", "=", accountId)
    .where("hold.booking_id", "is", null);
}

type HoldRow = Awaited<ReturnType<ReturnType<typeof selectHolds>["executeTakeFirstOrThrow"]>>;

export function heldOfRow(row: HoldRow, now: number): Held {
  const { expires_at: expiresAt, tickets } = row;
  return {
    id: row.id,
    state: stateAt({ state: row.state, expiresAt }, now),
    publicKey: row.public_key,
    activityId: row.activity_id,
    hostId: fromHostColumn(row.host_id),
    startingAt: row.starting_at,
    slotKey: {
      number: row.slot_number,
      interactionNumber: row.interaction_number,
      startingAt: row.starting_at,
    },
    ticketTypeId: row.ticket_type_id,
    contactNumber: row.contact_number,
    externalId: row.external_id,
    tickets,
    seats: row.has_limited_capacity === 1 ? tickets : 0,
    madeAt: row.made_at,
    seconds: row.seconds,
    askedUntil: row.asked_until,
    expiresAt,
    passed: row.passed === null ? [] : (JSON.parse(row.passed) as PassedType[]),
  };
}

/** The rows of a live hold that ends now, beside those of its seats; its slot is locked. */
export async function rowsOfEnded(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { id, slotKey }: Held,
  { state, now }: { readonly state: EndedState; readonly now: number },
): Promise<Pick<BatchRows, "endedHolds" | "slotEnds">> {
  const next = await nextEndAt(transaction, accountId, slotKey, id);
  return {
    endedHolds: [{ id, state, ended_at: now }],
    slotEnds: [{ number: slotKey.number, next_end_at: next }],
  };
}

/** A hold that a booking names, with the rows that end it where it is live. */
export interface UsedHold {
  readonly held: Held;
  readonly rows: Pick<BatchRows, "endedHolds" | "slotEnds">;
}

export function isLive(used: UsedHold | null): used is UsedHold {
  return used?.held.state === "live";
}

/** A booking that is to use a hold up. */
interface HeldBooking {
  readonly slotKey: Pick<SlotKey, "number">;
  readonly ticketTypeId: string;
  /** Null for a contact that is new. */
  readonly contactNumber: number | null;
  readonly tickets: number;
}

/**
 * Reads the hold that a booking uses up, under the slot's lock; null where it names none. It is the same slot, ticket
 * type and number of tickets, and the same contact where it was made for one. A hold that was used gives nothing to
 * another booking.
 */
export async function readUsed(
  { transaction, accountId, audit: { now } }: Within,
  holdId: string | undefined,
  { slotKey, ticketTypeId, contactNumber, tickets }: HeldBooking,
): Promise<UsedHold | Refused<SeatRefusal> | null> {
  if (holdId === undefined) return null;
  const held = await readHeld(transaction, accountId, holdId, now);
  if (held === null) return { refused: { why: "unknown-hold" } };
  const isSame =
    held.slotKey.number === slotKey.number &&
    held.ticketTypeId === ticketTypeId &&
    held.tickets === tickets &&
    (held.contactNumber === null || held.contactNumber === contactNumber);
  if (!isSame) return { refused: { why: "hold-differs" } };
  if (held.state === "booked") return { refused: { why: "hold-ended", state: held.state } };
  if (held.state !== "live") return { held, rows: {} };
  return { held, rows: await rowsOfEnded(transaction, accountId, held, { state: "booked", now }) };
}

/** Seats were given until the hold's end at least, and it passed whom it passed when it was made. */
export function notesOfHeld(
  { held: { expiresAt, passed, slotKey } }: UsedHold,
  { bookableUntil }: SeatNotes,
): SeatNotes {
  const isLonger = expiresAt > (bookableUntil ?? slotKey.startingAt);
  return { isLate: false, bookableUntil: isLonger ? expiresAt : bookableUntil, passed };
}
