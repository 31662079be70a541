import { shopColumnsOf, type ShopColumns } from "../write/shop-columns.ts";
import { wordsToStore } from "../../domain/attendee-name.ts";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { exceededLimit } from "../../domain/contact-limit.ts";
import {
  admit,
  seatsMissing,
  type Admission,
  takeSeats,
  type SlotSeats,
} from "../../domain/seats.ts";
import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { eventOfAdmission, type SeatNotes } from "./events.ts";
import { dialectOf } from "../statement.ts";
import { runBookingTransaction } from "./transaction.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { overLimit, readBookedType } from "./contact-limits.ts";
import { isLive, notesOfHeld, readUsed, type UsedHold } from "./held.ts";
import { findSlotKey, type KnownSlot, type NamedSlot } from "../write/named-slot.ts";
import { numbersInHand } from "../write/numbers.ts";
import { lockSlot, slotRow } from "../write/slot.ts";
import type { StatusTimes } from "../write/status-times.ts";
import { rowsOfTaken, type TypeInSlot } from "../write/type-limits.ts";
import { refuseTakenReference } from "./refuse-taken-reference.ts";
import { readAdmission } from "./read-admission.ts";

/** A booking to make. Every value was parsed strictly. */
export interface BookOrder {
  readonly place: NamedSlot;
  readonly ticketTypeId: string;
  readonly externalId: string;
  /** The attendee's name, or null, for each ticket. */
  readonly attendees: readonly (string | null)[];
  /** What a shop keeps with the booking; null for none. */
  readonly shopData?: Partial<ShopColumns>;
  /** Books beyond the free seats and past everybody who waits; the history records it. */
  readonly overbook: boolean;
  /** Gives the contact more tickets than a limit allows; the history records it. */
  readonly overLimit?: boolean;
  /** Passes over the slot's start, a cut-off and a window; the history records it. */
  readonly late?: boolean;
  /** The id of the new booking, and of the contact if the account does not have it yet. */
  readonly bookingId: BookingId;
  readonly contactId: string;
  /** The hold that it uses up: its seats become the booking's. */
  readonly holdId?: string;
  /** A digest of what was asked, where the caller chose the booking's id; the history keeps it. */
  readonly content?: string | null;
}

/** The facts that decide an admission, read under the slot's lock. */
interface AdmissionFacts {
  readonly slotKey: KnownSlot;
  readonly seats: SlotSeats;
  readonly type: TypeInSlot;
  readonly isHeldBack: boolean;
  /** Whether the booking may join the waitlist, as in `AdmissionRead`. */
  readonly mayWait: boolean;
  readonly notes: SeatNotes;
  /** Whether the booking exceeds a limit per contact, as its order allows. */
  readonly isOverLimit: boolean;
  /** The hold that it uses up, with the rows that end it; null where it names none. */
  readonly used: UsedHold | null;
  readonly contact: { readonly number: number; readonly isNew: boolean };
  readonly times: StatusTimes;
}

/**
 * Makes a booking in one transaction: it locks the contact and the slot, reads who waits, asks the rule, and writes contact,
 * booking, tickets, seats and history. A live hold has its seats already, whatever the clock or the waitlist says, unless
 * its slot is closed; after its end they are given as to anybody, and never in silence a place on the waitlist.
 */
export async function book(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: BookOrder,
): Promise<Admission | Refused<SeatRefusal>> {
  for (;;) {
    const answer = await attempt(engine, accountId, audit, order);
    if (answer !== lacksNumber) return answer;
    await numbersInHand(engine).fetch(accountId);
  }
}

/** The contact is new, and no number is in hand for it. */
const lacksNumber = "lacks-number";

function attempt(engine: Engine, accountId: AccountId, audit: AuditContext, order: BookOrder) {
  return runBookingTransaction<
    AdmissionFacts | Refused<SeatRefusal> | typeof lacksNumber,
    Admission | Refused<SeatRefusal> | typeof lacksNumber
  >(
    engine,
    accountId,
    audit.now,
    (transaction) => readFacts({ engine, transaction, accountId }, audit, order),
    (facts) => {
      if (facts === lacksNumber || isRefused<SeatRefusal>(facts)) {
        return { answer: facts, change: null };
      }
      const answer = decideAdmission(order, facts);
      if (isRefused<SeatRefusal>(answer)) return { answer, change: null };
      const rows = rowsOf(audit, order, facts, answer);
      const holds = { slotKey: facts.slotKey };
      return { answer, change: { rows, bookingId: order.bookingId, holds } };
    },
    audit.once,
  );
}

/** Decides whether the booking gets the seats of its hold, other free seats, or a place on the waitlist. */
function decideAdmission(
  { attendees, overbook, ticketTypeId }: BookOrder,
  { seats, type, isHeldBack, mayWait, used }: AdmissionFacts,
): Admission | Refused<SeatRefusal> {
  const room = { slot: seats, type: type.seats, isHeldBack };
  const tickets = attendees.length;
  const admission = isLive(used)
    ? { ...withHold, seatsTaken: used.held.seats }
    : admit(room, { tickets, hasLimitedCapacity: type.isLimited, overbook });
  if (admission.status === "CONFIRMED") return admission;
  if (used !== null && used.held.state !== "live") {
    return { refused: { why: "hold-ended", state: used.held.state, isFull: true } };
  }
  return mayWait ? admission : seatsMissing(room, tickets, ticketTypeId);
}

/** A booking with a live hold overbooks nothing and overtakes nobody: its seats were taken when the hold was made. */
const withHold = { status: "CONFIRMED", seatsOverbooked: 0, overtaking: false } as const;

interface Attempt {
  readonly engine: Engine;
  readonly transaction: Kysely<Tables>;
  readonly accountId: AccountId;
}

async function readFacts(
  { engine, transaction, accountId }: Attempt,
  audit: AuditContext,
  order: BookOrder,
): Promise<AdmissionFacts | Refused<SeatRefusal> | typeof lacksNumber> {
  // The contact is locked first (`load.ts`); nothing else is locked here. Of two bookings that make a new contact, the
  // second runs again and finds it, so that both never pass one limit.
  const [slotKey, known] = await Promise.all([
    findSlotKey(transaction, accountId, order.place),
    lockContact(transaction, accountId, order.externalId),
  ]);
  // Before the slot is locked: the booking begins anew when there are numbers.
  if (known === null && !numbersInHand(engine).has(accountId)) return lacksNumber;
  const exists = await refuseKnown(transaction, accountId, order);
  if (exists !== null) return exists;
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  const { bookingId, shopData: { reference = null } = {} } = order;
  const named = { bookingId, reference };
  const { interactionNumber } = slotKey;
  const taken = await refuseTakenReference(transaction, accountId, interactionNumber, named);
  if (taken !== null) return taken;
  const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
  // The same booking may have been made while this one waited for the slot.
  const meanwhile = await refuseKnown(transaction, accountId, order);
  if (meanwhile !== null) return meanwhile;
  if (seats === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const { ticketTypeId, late = false } = order;
  const arrival = { ticketTypeId, now: audit.now, late };
  const [booked, { type, heldBackBy, notes, byClock, mayWait, times }] = await Promise.all([
    readBookedType(transaction, accountId, slotKey, { ...order, contactNumber: known }, audit.now),
    readAdmission(transaction, accountId, slotKey, arrival),
  ]);
  if (booked === null || type === undefined) {
    return { refused: { why: "not-in-catalogue", field: "ticket_type" } };
  }
  const asked = { ticketTypeId, slotKey, contactNumber: known, tickets: order.attendees.length };
  const used = await readUsed({ transaction, accountId, audit }, order.holdId, asked);
  if (used !== null && isRefused<SeatRefusal>(used)) return used;
  const hasSeats = isLive(used);
  if (byClock !== null && (!hasSeats || byClock.refused.isOfSlot === true)) return byClock;
  // The tickets of a hold for the contact count already.
  const isCounted = hasSeats && used.held.contactNumber !== null;
  const exceeded = exceededLimit(booked.limits, isCounted ? 0 : order.attendees.length);
  if (exceeded !== null && order.overLimit !== true) return overLimit(exceeded);
  const number = known ?? numbersInHand(engine).take(accountId);
  if (number === undefined) return lacksNumber;
  return {
    slotKey,
    seats,
    type,
    isHeldBack: heldBackBy !== null,
    mayWait,
    notes: hasSeats ? notesOfHeld(used, notes) : notes,
    isOverLimit: exceeded !== null,
    used,
    contact: { number, isNew: known === null },
    times,
  };
}

/** Compares the content of the booking that has the chosen id; null where none has, or none was chosen. */
async function refuseKnown(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { bookingId, content = null }: BookOrder,
): Promise<Refused<SeatRefusal> | null> {
  if (content === null) return null;
  const first = await transaction
    .selectFrom("booking_event")
    .select("details")
    .where("account_id", "=", accountId)
    .where("booking_id", "=", bookingId)
    .where("number", "=", 1)
    .executeTakeFirst();
  if (first === undefined) return null;
  const details = JSON.parse(first.details ?? "{}") as { readonly content?: unknown };
  return { refused: { why: "booking-exists", isSame: details.content === content } };
}

/** The contact's number, null for a new one. An erasure of the contact waits for this booking, or is seen. */
export async function lockContact(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  externalId: string,
): Promise<number | null> {
  const known = transaction
    .selectFrom("contact")
    .select("number")
    .where("account_id", "=", accountId)
    .where("external_id", "=", externalId);
  return (await dialectOf(transaction).locked(known, "contact").executeTakeFirst())?.number ?? null;
}

function rowsOf(
  audit: AuditContext,
  { bookingId, contactId, externalId, attendees, shopData = {}, content = null }: BookOrder,
  { slotKey, seats, type, notes, isOverLimit, used, contact, times }: AdmissionFacts,
  admission: Admission,
): BatchRows {
  const { status, seatsTaken } = admission;
  const held = isLive(used) ? used.held : null;
  // The slot counts the seats of a live hold already.
  const seatsMore = held === null ? seatsTaken : 0;
  const at = status === "WAITLIST" ? times.joinsAt : times.at;
  const facts = {
    tickets: attendees.length,
    hasLimitedCapacity: type.isLimited,
    isOverLimit,
    notes: seatsTaken > 0 ? notes : { ...notes, passed: [] },
    content,
    held,
  };
  return {
    ...used?.rows,
    // When another transaction makes the same contact meanwhile, the engine runs this one again, and it then
    // finds the contact.
    contacts: contact.isNew
      ? [{ number: contact.number, id: contactId, external_id: externalId }]
      : [],
    newBookings: [
      {
        contact_number: contact.number,
        slot_starting_at: slotKey.startingAt,
        id: bookingId,
        slot_number: slotKey.number,
        interaction_number: slotKey.interactionNumber,
        host_number: slotKey.hostNumber,
        ticket_type_number: type.number,
        booking_status: status,
        booked_at: at,
      },
    ],
    newTickets: attendees.map((name, index) => ({
      booking_id: bookingId,
      number: index + 1,
      cancelled_at: null,
      attendee_display_name: name,
      attendee_checked_in_at: null,
      attendee_words: wordsToStore(name),
    })),
    bookingData:
      Object.keys(shopData).length === 0
        ? []
        : [
            {
              booking_id: bookingId,
              interaction_number: slotKey.interactionNumber,
              ...shopColumnsOf(shopData),
            },
          ],
    events: [eventOfAdmission(bookingId, audit, at, admission, facts)],
    slots: seatsMore > 0 ? [slotRow(slotKey, takeSeats(seats, seatsMore))] : [],
    typeLimits: rowsOfTaken(slotKey, type, seatsMore),
  };
}
