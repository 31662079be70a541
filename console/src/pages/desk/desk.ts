import type { Booking } from "../../api/operations.ts";
import { ProblemError, UnreachableError } from "../../api/problem.ts";
import type { DoorApi } from "./door-api.ts";
import { arrivalOf, judge, liveTickets, type Door } from "./judge.ts";
import type { Outcome } from "./outcome.ts";
import { matches, readScan, readTicketNumbers } from "./scanned-code.ts";
import { whoOf } from "./who.ts";

/**
 * The desk at the door. What comes out of the box is taken one after the other, also when a scanner is
 * faster than the service, and each has one outcome. A booking is looked up before it is checked in,
 * so that the verdict is never about what was true a moment ago; and whether a check-in was new is
 * told by the history, so that two desks that scan the same ticket do not both greet a newcomer.
 */
export interface Desk {
  /** What was typed or scanned, and what the arrow keys had chosen from the list. */
  submit(text: string, chosen?: string | null): Promise<void>;
  /** Checks in these tickets of the booking, null for all; also at another door. */
  admit(booking: string, tickets: readonly number[] | null): Promise<void>;
  takeBack(booking: string, tickets: readonly number[] | null): Promise<void>;
  undoLast(): Promise<void>;
  readonly state: () => DeskState;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface DeskState {
  /** Newest first; each has a number of its own. */
  readonly outcomes: readonly { readonly serial: number; readonly outcome: Outcome }[];
  /** Whose tickets are being asked about. */
  readonly asked: Booking | null;
  readonly canUndo: boolean;
  readonly busy: boolean;
}

export interface DeskParts {
  readonly api: DoorApi;
  readonly door: () => Door;
  readonly expected: () => readonly Booking[];
  /** Whether who stands here may check in, or only look. */
  readonly mayCheckIn: boolean;
  /** Whether a party is checked in whole, without asking who is there. */
  readonly wholeParties: () => boolean;
  /** Where and when a booking is for, in words. */
  readonly placeOf: (booking: Booking) => string;
  readonly newRequestId: () => string;
  /** A booking looks like this now. */
  readonly onSeen: (booking: Booking) => void;
}

type Chosen = readonly number[] | null;
type Work = (requestId: string) => Promise<Outcome>;

const outcomesKept = 8;
const undosKept = 50;

interface Done {
  readonly booking: Booking;
  readonly tickets: readonly number[];
}

export function openDesk(parts: DeskParts): Desk {
  const { api } = parts;
  const listeners = new Set<() => void>();
  let state: DeskState = { outcomes: [], asked: null, canUndo: false, busy: false };
  let done: readonly Done[] = [];
  let again: (() => Promise<Outcome>) | null = null;
  let serial = 0;
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;

  const change = (next: Partial<DeskState>) => {
    state = { ...state, ...next, canUndo: done.length > 0 };
    for (const each of listeners) each();
  };

  /** One after the other; `work` answers null where there is nothing to tell. */
  const next = (work: () => Promise<Outcome | null>): Promise<void> => {
    waiting += 1;
    const before = queue;
    queue = (async () => {
      await before;
      change({ busy: true });
      const outcome = await work().catch(faultOf);
      waiting -= 1;
      if (outcome === null) return change({ busy: waiting > 0 });
      serial += 1;
      const outcomes = [{ serial, outcome }, ...state.outcomes].slice(0, outcomesKept);
      const asked = outcome.kind === "choose" ? state.asked : null;
      change({ outcomes, asked, busy: waiting > 0 });
    })();
    return queue;
  };

  /** Keeps what to do once more should the answer be lost. */
  const retryably = async (work: Work, id = parts.newRequestId()): Promise<Outcome> => {
    again = null;
    try {
      return await work(id);
    } catch (error) {
      const outcome = faultOf(error);
      // Sent again as the same request: the history then tells that it was this one.
      if (outcome.kind === "no-answer") again = () => retryably(work, id);
      return outcome;
    }
  };

  const lookUp = async (id: string, requestId: string): Promise<Outcome> => {
    const booking = await api.show(id);
    return booking === null ? { kind: "unknown", code: id } : receive(booking, requestId);
  };

  const receive = async (booking: Booking, requestId: string): Promise<Outcome> => {
    parts.onSeen(booking);
    const about = { who: whoOf(booking), booking: booking.booking };
    const verdict = judge(booking, parts.door());
    switch (verdict.kind) {
      case "already":
        // Sent a second time after its answer was lost: then it was this request.
        if (touchedBy(booking, requestId).length > 0)
          return admit(booking.booking, null, requestId);
        return { ...about, ...verdict };
      case "cancelled":
        return { ...about, ...verdict };
      case "waitlist":
        return { ...about, ...verdict, why: await api.whyWaiting(booking.booking).catch(() => "") };
      case "elsewhere": {
        const startingAt = booking.slot_starting_at;
        return { ...about, ...verdict, startingAt, what: parts.placeOf(booking) };
      }
      case "choose":
      case "go":
        if (!parts.mayCheckIn) return { ...about, kind: "expected" };
        if (verdict.kind === "go" || parts.wholeParties()) {
          return admit(booking.booking, null, requestId);
        }
        change({ asked: booking });
        return { ...about, kind: "choose", expected: expectedOf(booking).length };
    }
  };

  const admit = async (id: string, tickets: Chosen, requestId: string): Promise<Outcome> => {
    const send = (ticket: number | null) => api.checkIn(id, ticket, requestId);
    const { booking, touched } = await changed(tickets, send, requestId);
    const about = { who: whoOf(booking, touched), booking: id };
    if (touched.length === 0) {
      return { ...about, kind: "already", at: arrivalOf(booking) ?? booking.booked_at };
    }
    done = [{ booking, tickets: touched }, ...done].slice(0, undosKept);
    const live = liveTickets(booking);
    const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
    return { ...about, kind: "checked-in", here, tickets: live.length };
  };

  const takeBack = async (id: string, tickets: Chosen, requestId: string): Promise<Outcome> => {
    const send = (ticket: number | null) => api.undo(id, ticket, requestId);
    const { booking, touched } = await changed(tickets, send, requestId);
    done = done.filter((each) => each.booking.booking !== id);
    const count = touched.length;
    return { kind: "undone", who: whoOf(booking, touched), booking: id, tickets: count };
  };

  /** Which tickets the requests changed, as the history tells, and the booking as it stands then. */
  const changed = async (
    tickets: Chosen,
    send: (ticket: number | null) => Promise<Booking>,
    requestId: string,
  ) => {
    let booking: Booking | null = null;
    for (const ticket of tickets ?? [null]) {
      booking = await send(ticket).catch((error: unknown) => {
        throw isNoAnswer(error) ? new Unconfirmed("No answer.", { cause: error }) : error;
      });
      parts.onSeen(booking);
    }
    if (booking === null) throw new RangeError("No ticket was named.");
    return { booking, touched: touchedBy(booking, requestId) };
  };

  const find = async (text: string, requestId: string): Promise<Outcome> => {
    const expected = parts.expected();
    const exact = expected.filter(({ external_id }) => external_id === text);
    const found =
      exact.length > 0 ? exact : expected.filter((booking) => matches(text, namesOf(booking)));
    const [only] = found;
    if (only !== undefined && found.length === 1) return lookUp(only.booking, requestId);
    if (found.length > 1) return { kind: "several", code: text, count: found.length };
    const { from } = parts.door();
    const [other] = await api.ofContact(text, new Date(from).toISOString());
    return other === undefined ? { kind: "unknown", code: text } : receive(other, requestId);
  };

  return {
    submit: (text, chosen = null) =>
      next(async () => {
        const { asked } = state;
        const code = readScan(text);
        if (asked !== null && code.kind === "words") {
          const expected = expectedOf(asked).map(({ number }) => number);
          const numbers = readTicketNumbers(text, expected);
          if (numbers !== null) return retryably((id) => admit(asked.booking, numbers, id));
        }
        if (code.kind === "booking") return retryably((id) => lookUp(code.booking, id));
        if (chosen !== null) return retryably((id) => lookUp(chosen, id));
        if (code.kind === "words") return retryably((id) => find(code.text, id));
        if (asked !== null) return retryably((id) => admit(asked.booking, null, id));
        return again === null ? null : again();
      }),
    admit: (booking, tickets) => next(() => retryably((id) => admit(booking, tickets, id))),
    takeBack: (booking, tickets) => next(() => retryably((id) => takeBack(booking, tickets, id))),
    undoLast: () =>
      next(async () => {
        const [last] = done;
        if (last === undefined) return { kind: "nothing-to-undo" };
        const { booking, tickets } = last;
        const all = liveTickets(booking).length === tickets.length;
        return retryably((id) => takeBack(booking.booking, all ? null : tickets, id));
      }),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A change was sent, and nobody knows whether it arrived. */
class Unconfirmed extends Error {
  override readonly name = "Unconfirmed";
}

function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof ProblemError && error.status >= 500)
  );
}

function faultOf(error: unknown): Outcome {
  if (error instanceof Unconfirmed) return { kind: "no-answer", sent: true };
  if (isNoAnswer(error)) return { kind: "no-answer", sent: false };
  const title = error instanceof ProblemError ? error.title : "It did not work";
  return { kind: "refused", title, why: (error as Error).message };
}

/** The tickets that a request checked in, or whose check-in it took back. */
function touchedBy({ history }: Booking, requestId: string): readonly number[] {
  return history
    .filter(({ request_id }) => request_id === requestId)
    .flatMap(
      ({ details }) => (details as { check_ins?: { ticket: number }[] } | null)?.check_ins ?? [],
    )
    .map(({ ticket }) => ticket);
}

function expectedOf(booking: Booking) {
  return liveTickets(booking).filter(({ attendee }) => attendee.checked_in_at === null);
}

/** By what a booking on the list is found. */
export function namesOf({ tickets, external_id }: Booking): readonly (string | null)[] {
  return [external_id, ...tickets.map(({ attendee }) => attendee.display_name)];
}
