import type { Kysely } from "kysely";
import { limitReached, type AccountLimitReached } from "../../domain/account-limits.ts";
import type { AccountId } from "../../domain/account.ts";
import { exceededLimit } from "../../domain/contact-limit.ts";
import { timesOfHold, type HoldTimes } from "../../domain/hold.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { admit, seatsMissing, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { lockContact } from "../bookings/book.ts";
import { overLimit, readBookedType } from "../bookings/contact-limits.ts";
import { readHeld, type Held } from "../bookings/held.ts";
import { readAdmission } from "../bookings/read-admission.ts";
import { runBookingTransaction } from "../bookings/transaction.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { nextEndAt } from "../write/held-seats.ts";
import { findSlotKey, type KnownSlot, type NamedSlot } from "../write/named-slot.ts";
import { numbersInHand } from "../write/numbers.ts";
import { lockSlot, slotRow } from "../write/slot.ts";
import type { PassedType, TypeInSlot } from "../write/type-limits.ts";

export type HoldRefusal = SeatRefusal | AccountLimitReached;

/** A hold to make. Every value was parsed strictly. */
export interface HoldOrder {
  readonly holdId: string;
  readonly place: NamedSlot;
  readonly ticketTypeId: string;
  readonly tickets: number;
  readonly seconds: number;
  /** Null: for nobody who is known yet. */
  readonly externalId: string | null;
  /** The id of the contact, if the account does not have it yet. */
  readonly contactId: string;
}

/** Whether the hold is new, or was made before by the same order. */
export interface MadeHold {
  readonly isNew: boolean;
}

type Answer = MadeHold | Refused<HoldRefusal>;

/** The facts of a hold that may be made, read under the slot's lock. */
interface HoldFacts {
  readonly slotKey: KnownSlot;
  readonly seats: SlotSeats;
  readonly type: TypeInSlot;
  readonly seatsTaken: number;
  readonly passed: readonly PassedType[];
  readonly times: HoldTimes;
  readonly contact: { readonly number: number; readonly isNew: boolean } | null;
  /** When the first of the slot's holds ends, this one among them. */
  readonly nextEnd: number;
}

/** The contact is new, and no number is in hand for it. */
const lacksNumber = "lacks-number";

/**
 * Keeps seats in one transaction: it locks contact and slot as a booking does, and is refused where a booking would
 * wait. The same order again is the hold as it is, with the same end.
 */
export async function makeHold(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: HoldOrder,
): Promise<Answer> {
  for (;;) {
    const answer = await attempt(engine, accountId, audit, order);
    if (answer !== lacksNumber) return answer;
    await numbersInHand(engine).fetch(accountId);
  }
}

function attempt(engine: Engine, accountId: AccountId, audit: AuditContext, order: HoldOrder) {
  return runBookingTransaction<
    HoldFacts | Answer | typeof lacksNumber,
    Answer | typeof lacksNumber
  >(
    engine,
    accountId,
    audit.now,
    (transaction) => readFacts({ engine, transaction, accountId }, audit, order),
    (facts) => {
      if (facts === lacksNumber || !("slotKey" in facts)) return { answer: facts, change: null };
      const change = {
        rows: rowsOf(order, facts),
        bookingId: null,
        holds: { slotKey: facts.slotKey },
      };
      return { answer: { isNew: true }, change };
    },
    audit.once,
  );
}

interface Attempt {
  readonly engine: Engine;
  readonly transaction: Kysely<Tables>;
  readonly accountId: AccountId;
}

async function readFacts(
  { engine, transaction, accountId }: Attempt,
  audit: AuditContext,
  order: HoldOrder,
): Promise<HoldFacts | Answer | typeof lacksNumber> {
  const { holdId, externalId, ticketTypeId, tickets, seconds } = order;
  const [slotKey, known] = await Promise.all([
    findSlotKey(transaction, accountId, order.place),
    externalId === null ? null : lockContact(transaction, accountId, externalId),
  ]);
  const isNewContact = externalId !== null && known === null;
  // Before any lock: the hold begins anew when there are numbers.
  if (isNewContact && !numbersInHand(engine).has(accountId)) return lacksNumber;
  if (isRefused<SeatRefusal>(slotKey)) {
    const before = await readHeld(transaction, accountId, holdId, audit.now);
    return before === null ? slotKey : compare(before, null, order);
  }
  const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
  // The same hold may have been made, or may have ended, while this one waited for the slot.
  const standing = await readHeld(transaction, accountId, holdId, audit.now);
  if (standing !== null) return compare(standing, slotKey, order);
  if (seats === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const arrival = { ticketTypeId, now: audit.now, late: false };
  const [booked, admission, held, nextEnd] = await Promise.all([
    readBookedType(
      transaction,
      accountId,
      slotKey,
      { ticketTypeId, contactNumber: known },
      audit.now,
    ),
    readAdmission(transaction, accountId, slotKey, arrival),
    countHolds(transaction, accountId, engine.limits.holds),
    nextEndAt(transaction, accountId, slotKey),
  ]);
  const { type, heldBackBy, notes, byClock, times } = admission;
  if (booked === null || type === undefined) {
    return { refused: { why: "not-in-catalogue", field: "ticket_type" } };
  }
  if (byClock !== null) return byClock;
  if (held >= engine.limits.holds) return limitReached("holds", engine.limits.holds);
  const exceeded = externalId === null ? null : exceededLimit(booked.limits, tickets);
  if (exceeded !== null) return overLimit(exceeded);
  const room = { slot: seats, type: type.seats, isHeldBack: heldBackBy !== null };
  const request = { tickets, hasLimitedCapacity: type.isLimited, overbook: false };
  const { status, seatsTaken } = admit(room, request);
  if (status === "WAITLIST") return seatsMissing(room, tickets, ticketTypeId);
  const number = isNewContact ? numbersInHand(engine).take(accountId) : (known ?? undefined);
  if (isNewContact && number === undefined) return lacksNumber;
  const own = timesOfHold({ madeAt: times.at, now: audit.now, seconds }, type.window);
  return {
    slotKey,
    seats,
    type,
    seatsTaken,
    passed: seatsTaken > 0 ? notes.passed : [],
    times: own,
    contact: number === undefined ? null : { number, isNew: isNewContact },
    nextEnd: Math.min(own.expiresAt, nextEnd ?? own.expiresAt),
  };
}

/** The answer to an order under an id that is known: of a live hold the same again is the hold. */
function compare(
  held: Held,
  slotKey: KnownSlot | null,
  { ticketTypeId, tickets, seconds, externalId }: HoldOrder,
): Answer {
  if (held.state !== "live") return { refused: { why: "hold-ended", state: held.state } };
  const isSame =
    held.slotKey.number === slotKey?.number &&
    held.ticketTypeId === ticketTypeId &&
    held.tickets === tickets &&
    held.seconds === seconds &&
    held.externalId === externalId;
  return isSame ? { isNew: false } : { refused: { why: "hold-exists" } };
}

/** How many live holds the account has, as far as its limit. */
async function countHolds(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  most: number,
): Promise<number> {
  const live = transaction
    .selectFrom("hold")
    .select("id")
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where("booking_id", "is", null)
    .limit(most);
  const { count } = await transaction
    .selectFrom(live.as("live"))
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function rowsOf(
  { holdId, tickets, seconds, externalId, contactId }: HoldOrder,
  { slotKey, seats, type, seatsTaken, passed, times, contact, nextEnd }: HoldFacts,
): BatchRows {
  return {
    contacts:
      contact?.isNew === true && externalId !== null
        ? [{ number: contact.number, id: contactId, external_id: externalId }]
        : [],
    newHolds: [
      {
        id: holdId,
        slot_number: slotKey.number,
        ticket_type_number: type.number,
        contact_number: contact?.number ?? null,
        booking_id: null,
        tickets,
        state: "live",
        made_at: times.madeAt,
        seconds,
        asked_until: times.askedUntil,
        expires_at: times.expiresAt,
        ended_at: null,
        passed: passed.length === 0 ? null : JSON.stringify(passed),
      },
    ],
    slots: seatsTaken > 0 ? [slotRow(slotKey, takeSeats(seats, seatsTaken))] : [],
    slotEnds: [{ number: slotKey.number, next_end_at: nextEnd }],
  };
}
