import type { Booking, BookingChange, BookingId } from "../../domain/booking.ts";
import { mayLetOthersMoveUp } from "../../domain/waitlist.ts";
import { isRefused } from "../../domain/refusal.ts";
import type { BookingChangeAnswer, BookingChangeOrder, BookingRule } from "./change-order.ts";
import { isExpired, type IdempotencyKey, type IdempotencyRecord } from "./idempotency-records.ts";

/** One change of a batch, with the rule that decides it. */
export interface BatchItem<R> {
  readonly order: BookingChangeOrder;
  readonly rule: BookingRule<R>;
}

/** `alone`: the batch did nothing, because this item needs a transaction of its own. */
export type BatchAnswer<R> = BookingChangeAnswer<R> | "alone";

/** A booking that the transaction has locked against other writers, or that the slot's lock protects. */
export interface BookingUnderLock {
  readonly booking: Booking;
  /** Whether the campaign gives free seats to the waitlist. */
  readonly promotes: boolean;
}

/** The rows that a batch read under its locks. */
export interface BatchRead<S extends BookingUnderLock> {
  /** By booking id. A booking that does not exist, or that another transaction has locked, is absent. */
  readonly standing: ReadonlyMap<string, S>;
  /** By key, as `keyText` writes it. */
  readonly records: ReadonlyMap<string, IdempotencyRecord>;
}

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
    if (changed.has(bookingId) || (!byItself && movesUp(decision, found))) {
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

export function keyText({ clientId, key }: IdempotencyKey): string {
  return JSON.stringify([clientId, key]);
}

function answerOfBefore<R>(
  earlier: IdempotencyRecord,
  order: BookingChangeOrder,
): BookingChangeAnswer<R> {
  if (earlier.bookingId !== order.bookingId) return { refused: { why: "idempotency-key-reused" } };
  // The record holds the JSON of such an answer, from `decideBatch`.
  return { ...(JSON.parse(earlier.answer) as BookingChangeAnswer<R>), repeated: true };
}

function movesUp(change: BookingChange, { booking, promotes }: BookingUnderLock): boolean {
  return promotes && mayLetOthersMoveUp(booking, change);
}

function afterwards(booking: Booking, change: BookingChange, now: number): Booking {
  const checkIns = new Map(change.checkIns.map(({ ticket, checkedInAt }) => [ticket, checkedInAt]));
  return {
    ...booking,
    status: change.status,
    bookedAt: change.bookedAt,
    tickets: booking.tickets.map((ticket) => ({
      ...ticket,
      cancelledAt: change.cancelledTickets.includes(ticket.number) ? now : ticket.cancelledAt,
      checkedInAt: checkIns.has(ticket.number)
        ? (checkIns.get(ticket.number) ?? null)
        : ticket.checkedInAt,
    })),
  };
}
