import type { Booking, BookingChange, BookingId } from "../../domain/booking.ts";
import { isRefused, type CancelRefusal } from "../../domain/refusal.ts";
import type { BookingChangeAnswer, BookingChangeOrder, BookingDecision } from "./booking-change.ts";
import { outcomeLifetimeMs, type OutcomeKey } from "./idempotency-records.ts";

/** A change that somebody waits for, and the rule that decides it. */
export interface Member {
  readonly order: BookingChangeOrder;
  readonly decide: BookingDecision<CancelRefusal>;
}

/** `alone`: nothing was done, since this one needs a transaction of its own. */
export type MemberAnswer = BookingChangeAnswer<CancelRefusal> | "alone";

/** A booking as it stands, kept from other writers. */
export interface Standing {
  readonly booking: Booking;
  /** Seats that become free are given to those who wait. */
  readonly promotes: boolean;
}

/** What a caller's key was answered with before. */
export interface KeptOutcome {
  readonly bookingId: string;
  /** JSON. */
  readonly answer: string;
  readonly createdAt: number;
}

export interface DecidedTogether {
  /** One for each member, in their order. */
  readonly answers: readonly MemberAnswer[];
  readonly changes: readonly {
    readonly order: BookingChangeOrder;
    readonly change: BookingChange;
  }[];
  /** To be kept under callers' keys. */
  readonly outcomes: readonly {
    readonly key: OutcomeKey;
    readonly order: BookingChangeOrder;
    readonly answer: BookingChangeAnswer<CancelRefusal>;
  }[];
  /** The booking of an answer that is told again, which has to be as durable as a new one. */
  readonly repeated: string | null;
}

/**
 * Decides one after the other, each on what the one before it left. Of several changes of one booking
 * the first is made here; what follows it sees it made, and changes more only alone. So does
 * whatever needs more than the writes that are made together.
 *
 * `standing` lacks what somebody else keeps at the moment, and what does not exist.
 */
export function decideTogether(
  members: readonly Member[],
  standing: ReadonlyMap<string, Standing>,
  earlier: ReadonlyMap<string, KeptOutcome>,
): DecidedTogether {
  const now = new Map(standing);
  const known = new Map(earlier);
  const changes: DecidedTogether["changes"][number][] = [];
  const outcomes: DecidedTogether["outcomes"][number][] = [];
  const changed = new Set<BookingId>();
  let repeated: string | null = null;

  const decideOne = ({ order, decide }: Member): MemberAnswer => {
    const { bookingId, once } = order;
    const before = once === null ? undefined : known.get(keyText(once));
    if (before !== undefined) {
      repeated = before.bookingId;
      return answerOfBefore(before, order);
    }
    const found = now.get(bookingId);
    if (found === undefined) return "alone";
    const decision = decide(found.booking);
    const alters = !isRefused(decision) && !("unchanged" in decision);
    if (alters && (changed.has(bookingId) || needsMore(decision, found))) {
      // Those who follow must see it made.
      now.delete(bookingId);
      return "alone";
    }
    if (alters) {
      changes.push({ order, change: decision });
      changed.add(bookingId);
      now.set(bookingId, { ...found, booking: afterwards(found.booking, decision, order.now) });
    }
    const answer = isRefused(decision) ? decision : { changed: alters };
    if (once !== null) {
      outcomes.push({ key: once, order, answer });
      known.set(keyText(once), {
        bookingId,
        answer: JSON.stringify(answer),
        createdAt: order.now,
      });
    }
    return answer;
  };
  const answers = members.map(decideOne);
  return { answers, changes, outcomes, repeated };
}

export function keyText({ clientId, key }: OutcomeKey): string {
  return JSON.stringify([clientId, key]);
}

function answerOfBefore(before: KeptOutcome, order: BookingChangeOrder): MemberAnswer {
  // A key whose first answer has outlived its time begins anew, over the row that is still there.
  if (before.createdAt <= order.now - outcomeLifetimeMs) return "alone";
  if (before.bookingId !== order.bookingId) return { refused: { why: "idempotency-key-reused" } };
  // JSON of such an answer, written here or by `resolvedWrite`.
  return JSON.parse(before.answer) as BookingChangeAnswer<CancelRefusal>;
}

/** Writes that are not made together: those of check-ins, and the waitlist's moving up. */
function needsMore(change: BookingChange, { promotes }: Standing): boolean {
  return change.checkIns.length > 0 || (promotes && change.seatsFreed > 0);
}

function afterwards(booking: Booking, change: BookingChange, now: number): Booking {
  return {
    ...booking,
    status: change.status,
    bookedAt: change.bookedAt,
    tickets: booking.tickets.map((ticket) =>
      change.cancelledTickets.includes(ticket.number) ? { ...ticket, cancelledAt: now } : ticket,
    ),
  };
}
