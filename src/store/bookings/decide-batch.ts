import type { Because } from "../../domain/because.ts";
import type { Booking, BookingChange, BookingId, Unchanged } from "../../domain/booking.ts";
import { isPastCutoff } from "../../domain/cancel-rules.ts";
import { type CancelRefusal, type Refused, isRefused } from "../../domain/refusal.ts";
import {
  type IdempotencyKey,
  isExpired,
  keyText,
  type IdempotencyRecord,
} from "../write/idempotency-record.ts";
import type { DecidedChange } from "./transaction.ts";
import type { IdempotentRequest } from "../../domain/idempotent-request.ts";
import { mayLetOthersMoveUp } from "../../domain/waitlist.ts";
import { giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import { slotRow, type SlotKey } from "../write/slot.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { offerFreed, seatsFreedBy } from "./offers.ts";
import type { BatchRead, BookingToLoad, BookingUnderLock, LoadedBooking } from "../write/load.ts";

/** An order to change a booking: which one, on whose behalf, and when. */
export interface BookingChangeOrder extends BookingToLoad {
  readonly actor: string;
  readonly requestId: string | null;
  readonly now: number;
  /** The reason, in free text for readers of the history; absent or null when none was given. */
  readonly reason?: string | null;
  /** What cancels many bookings at once; absent where the actor says enough. */
  readonly because?: Because;
  /** As in `AuditContext`. */
  readonly once?: IdempotentRequest;
}

/**
 * The pure rule: returns the change of the booking as it stands, or the reason why there is none. The store
 * may call it several times.
 */
export type BookingRule<R> = (booking: Booking) => BookingChange | Unchanged | Refused<R>;

/** `repeated`: the answer is that of an earlier order under the same key. */
export type BookingChangeAnswer<R> =
  | { readonly changed: boolean; readonly repeated?: true }
  | Refused<R | CancelRefusal>;

/** One change of a batch, with the rule that decides it. */
export interface BatchItem<R> {
  readonly order: BookingChangeOrder;
  readonly rule: BookingRule<R>;
}

/** `alone`: the batch did nothing, because this item needs a transaction of its own. */
export type BatchAnswer<R> = BookingChangeAnswer<R> | "alone";

export interface BatchDecision<R> {
  /** One for each item, in their order. */
  readonly answers: readonly BatchAnswer<R>[];
  readonly changes: readonly {
    readonly order: BookingChangeOrder;
    readonly change: BookingChange;
  }[];
  /** The idempotency records to store under callers' keys. */
  readonly records: readonly {
    readonly key: IdempotencyKey;
    readonly order: BookingChangeOrder;
    readonly answer: BookingChangeAnswer<R>;
  }[];
  /** Callers' keys whose expired records make room for new ones. */
  readonly expired: readonly IdempotencyKey[];
  /** The booking of a repeated answer, which has to be as durable as a new one. */
  readonly repeated: BookingId | null;
}

/**
 * Decides the items in order, each on what the previous one left. Of several changes of one booking, the
 * batch makes the first. A later one sees it made; if it would change more, it runs alone. A change that lets
 * the waitlist move up also runs alone, unless it is decided `byItself`, because it has to read the waitlist.
 */
export function decideBatch<R>(
  items: readonly BatchItem<R>[],
  read: BatchRead<BookingUnderLock>,
  byItself: boolean,
): BatchDecision<R> {
  const current = new Map(read.standing);
  const known = new Map(read.records);
  const changes: BatchDecision<R>["changes"][number][] = [];
  const records: BatchDecision<R>["records"][number][] = [];
  const expired: IdempotencyKey[] = [];
  const changed = new Set<BookingId>();
  let repeated: BookingId | null = null;

  /** Asks the item's rule about the booking as the previous items left it. */
  const applyRule = ({ order, rule }: BatchItem<R>): BatchAnswer<R> => {
    const { bookingId } = order;
    const found = current.get(bookingId);
    if (found === undefined) return "alone";
    const decision = rule(found.booking);
    if (isRefused<R>(decision)) return decision;
    if ("unchanged" in decision) return { changed: false };
    if (changed.has(bookingId) || (!byItself && letsMoveUp(decision, found))) {
      // Later items of this booking have to see the change made.
      current.delete(bookingId);
      return "alone";
    }
    changes.push({ order, change: decision });
    changed.add(bookingId);
    current.set(bookingId, { ...found, booking: afterwards(found.booking, decision, order.now) });
    return { changed: true };
  };

  /** Answers a repeated idempotency key by its record; else applies the rule and records its answer. */
  const decideOne = (item: BatchItem<R>): BatchAnswer<R> => {
    const { order } = item;
    const { bookingId, idempotencyKey: key } = order;
    if (key === null) return applyRule(item);
    const earlier = known.get(keyText(key));
    const hasExpired = earlier !== undefined && isExpired(earlier, order.now);
    if (earlier !== undefined && !hasExpired) {
      repeated = earlier.bookingId as BookingId;
      return answerOfBefore(earlier, order);
    }
    const answer = applyRule(item);
    if (answer === "alone") return answer;
    if (hasExpired) expired.push(key);
    records.push({ key, order, answer });
    known.set(keyText(key), { bookingId, answer: JSON.stringify(answer), createdAt: order.now });
    return answer;
  };
  const answers = items.map(decideOne);
  return { answers, changes, records, expired, repeated };
}

function answerOfBefore<R>(
  earlier: IdempotencyRecord,
  order: BookingChangeOrder,
): BookingChangeAnswer<R> {
  if (earlier.bookingId !== order.bookingId) return { refused: { why: "idempotency-key-reused" } };
  // The record holds the JSON of such an answer, from `decideBatch`.
  return { ...(JSON.parse(earlier.answer) as BookingChangeAnswer<R>), repeated: true };
}

/** An offer's seats are given back under the slot's lock. */
function letsMoveUp(change: BookingChange, { booking, movesUp, offer }: BookingUnderLock): boolean {
  return (movesUp && mayLetOthersMoveUp(booking, change)) || offer?.isLive === true;
}

function afterwards(booking: Booking, change: BookingChange, now: number): Booking {
  const { status, bookedAt, cancelledTickets, checkIns } = change;
  const tickets = booking.tickets.map((ticket) => {
    const cancelledAt = cancelledTickets.includes(ticket.number) ? now : ticket.cancelledAt;
    const { checkedInAt } = checkIns.find((each) => each.ticket === ticket.number) ?? ticket;
    return { ...ticket, cancelledAt, checkedInAt };
  });
  return { ...booking, status, bookedAt, tickets };
}

/** Makes the rows of a decided batch; null when the batch leaves no trace. */
export function rowsOfBatch<R>(
  { changes, records, expired, repeated }: BatchDecision<R>,
  standing: ReadonlyMap<string, LoadedBooking>,
): DecidedChange | null {
  const changed = changes.map(({ order, change }) => {
    const found = standing.get(order.bookingId);
    if (found === undefined) throw new Error("The batch has not locked a booking that it changes.");
    return { order, change, ...found };
  });
  const locked: BookingId | undefined = (changes[0] ?? records[0])?.order.bookingId;
  const bookingId = locked ?? repeated;
  if (bookingId === null) return null;
  return {
    bookingId,
    holds: locked === undefined ? null : { bookingId: locked },
    rows: {
      bookings: changed
        .filter(({ booking, change }) => !isSameStatus(booking, change))
        .map(({ booking, contactNumber, change }) => ({
          contact_number: contactNumber,
          slot_starting_at: booking.slotStartingAt,
          id: booking.id,
          booking_status: change.status,
          booked_at: change.bookedAt,
        })),
      cancelledTickets: changed.flatMap(({ order, change }) =>
        change.cancelledTickets.map((number) => ({
          booking_id: order.bookingId,
          number,
          cancelled_at: order.now,
        })),
      ),
      checkIns: changed.flatMap(({ order, change }) =>
        change.checkIns.map(({ ticket, checkedInAt }) => ({
          booking_id: order.bookingId,
          number: ticket,
          attendee_checked_in_at: checkedInAt,
        })),
      ),
      events: changed.map(({ order, change, ...found }) => eventOfChange(found, order, change)),
      shrunkHolds: changed.flatMap(({ offer, change, ...found }) => {
        const freed = offerFreed({ offer, ...found }, change);
        if (offer === null || freed === 0 || freed === offer.tickets) return [];
        return [{ id: offer.id, tickets: offer.tickets - freed }];
      }),
      endedOffers: changed.flatMap(({ offer, change, order, ...found }) =>
        offer !== null && offerFreed({ offer, ...found }, change) === offer.tickets
          ? [{ id: offer.id, state: "released", ended_at: order.now }]
          : [],
      ),
      slots: slotsAfter(changed),
      freedOfTypes: freedOfTypes(changed),
      expiredRecords: expired.map(({ clientId, key }) => ({
        client_id: clientId,
        idempotency_key: key,
      })),
      records: records.map(({ key, order, answer }) => ({
        client_id: key.clientId,
        idempotency_key: key.key,
        booking_id: order.bookingId,
        answer: JSON.stringify(answer),
        created_at: order.now,
      })),
    },
  };
}

type Changed = LoadedBooking & BatchDecision<unknown>["changes"][number];

/** One row for each slot, because several changes may free seats of the same slot. */
function slotsAfter(changed: readonly Changed[]): BatchRows["slots"] & object {
  const slots = new Map<number, { readonly slotKey: SlotKey; readonly seats: SlotSeats }>();
  for (const found of changed) {
    const { slotKey, seats, change } = found;
    const freed = seatsFreedBy(found, change);
    if (freed === 0) continue;
    if (seats === null) throw new Error("A slot whose seats become free is locked.");
    const before = slots.get(slotKey.number)?.seats ?? seats;
    slots.set(slotKey.number, { slotKey, seats: giveBackSeats(before, freed) });
  }
  return [...slots.values()].map(({ slotKey, seats }) => slotRow(slotKey, seats));
}

/** The seats that become free of types that may be overbooked in their slot: one row for each. */
function freedOfTypes(changed: readonly Changed[]): BatchRows["freedOfTypes"] & object {
  const freeing = changed.filter(
    (found) => found.mayBeOverbooked && seatsFreedBy(found, found.change) > 0,
  );
  if (freeing.length === 0) return [];
  const types = Map.groupBy(
    freeing,
    ({ slotKey, ticketTypeNumber }) => `${slotKey.number} ${ticketTypeNumber}`,
  );
  return [...types.values()].flatMap((some) => {
    const [{ slotKey, ticketTypeNumber }] = some as [Changed];
    const freed = some.reduce((sum, found) => sum + seatsFreedBy(found, found.change), 0);
    return [{ slot_number: slotKey.number, ticket_type_number: ticketTypeNumber, freed }];
  });
}

function isSameStatus(booking: Changed["booking"], change: Changed["change"]): boolean {
  return booking.status === change.status && booking.bookedAt === change.bookedAt;
}

/**
 * Makes the history event of a change. `before` is the booking as the change found it, and `lastEvent` is the
 * number of its previous event.
 */
function eventOfChange(
  { booking: before, lastEvent }: { readonly booking: Booking; readonly lastEvent: number },
  order: BookingChangeOrder,
  change: BookingChange,
) {
  return {
    booking_id: before.id,
    number: lastEvent + 1,
    kind: change.event,
    booking_status: change.status,
    // A change of status takes effect at its own time, any other change at the time of the order.
    at: change.status === before.status ? order.now : change.bookedAt,
    recorded_at: order.now,
    actor: order.actor,
    request_id: order.requestId,
    // What is not said here is written neither, with each cancel.
    details: JSON.stringify({
      booking_status: [before.status, change.status],
      ...(change.cancelledTickets.length > 0 && { cancelled_tickets: change.cancelledTickets }),
      ...(change.checkIns.length > 0 && {
        check_ins: change.checkIns.map(({ ticket, checkedInAt }) => ({
          ticket,
          checked_in_at: checkedInAt,
        })),
      }),
      seats_freed: change.seatsFreed,
      ...(!before.hasLimitedCapacity && { has_limited_capacity: false }),
      ...(change.cancelledTickets.length > 0 &&
        isPastCutoff(before, order.now) && { after_cutoff: true }),
      ...(order.because !== undefined && { because: order.because }),
      ...(typeof order.reason === "string" && { reason: order.reason }),
    }),
  };
}
