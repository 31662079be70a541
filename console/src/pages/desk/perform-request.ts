import { ofApi, t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { leavesOpen, type DeskApi } from "./desk-api.ts";
import type { QueuedRequest, Tickets } from "./queued-request.ts";
import { arrivalOf, isInScope, decideEntry, liveTickets } from "./decide-entry.ts";
import type { Outcome } from "./outcome.ts";
import { whoOf } from "./who.ts";

export interface PerformParts {
  readonly api: DeskApi;
  /** The expected bookings, as last polled. */
  readonly expected: () => readonly Booking[];
  /** Whether the operator may check in, or only read. */
  readonly mayCheckIn: boolean;
  /** The activity and host of a booking, in words. */
  readonly placeOf: (booking: Booking) => string;
  /** Receives each booking of a response. */
  readonly onSeen: (booking: Booking) => void;
}

export interface Performed {
  readonly outcome: Outcome;
  /** The same outcome with an explanation, once it has been fetched. */
  readonly later?: Promise<Outcome>;
  /** The party whose tickets the operator has to choose from. */
  readonly asked?: Booking;
  /** The tickets that this request checked in. */
  readonly admitted?: { readonly booking: Booking; readonly tickets: readonly number[] };
}

/**
 * Sends the request. A listed booking is checked in by one request, whose response decides. Any other
 * booking is read first, because the service would check it in whatever its slot. The booking's history
 * names the request that checked an attendee in, so of two desks that scan one ticket only one shows
 * "Checked in". Throws where `leavesOpen`, and the same request has to be performed again.
 */
export async function performRequest(
  request: QueuedRequest,
  limitMs: number,
  parts: PerformParts,
): Promise<Performed> {
  const { action } = request;
  const attempt = { request, limitMs, parts };
  try {
    switch (action.kind) {
      case "scan":
        return await scan(attempt, action.booking, action.whole);
      case "search":
        return await search(attempt, action.text);
      case "admit":
        return await admit(attempt, action.booking, action.tickets);
      case "undo":
        return await undo(attempt, action.booking, action.tickets);
    }
  } catch (error) {
    if (leavesOpen(error)) throw error;
    const title = error instanceof ProblemError ? inWords(error.title) : t("It did not work");
    const why = error instanceof Error ? inWords(error.message) : "";
    return { outcome: { kind: "refused", who: request.who, title, why } };
  }
}

/** What no catalogue has stays in the service's English. */
function inWords(sentence: string): string {
  return ofApi(sentence) ?? sentence;
}

/** The outcome by the list alone, while the service does not answer; null where the list cannot decide. */
export function decideByList(
  request: QueuedRequest,
  { expected, mayCheckIn }: Pick<PerformParts, "expected" | "mayCheckIn">,
): Outcome | null {
  const { action, who } = request;
  if (action.kind !== "scan" || !mayCheckIn) return mayCheckIn ? null : { kind: "no-answer", who };
  const listed = expected().find(({ booking }) => booking === action.booking);
  if (listed === undefined) return null;
  const about = { who, booking: action.booking };
  const touched = touchedBy(listed, request.key);
  if (touched.length > 0) return checkedIn(listed, touched);
  const decision = decideEntry(listed, request.scope);
  if (decision.kind === "already") return { ...about, ...decision, by: admittedBy(listed) };
  return decision.kind === "waitlist" ? { ...about, ...decision, why: "" } : null;
}

interface Attempt {
  readonly request: QueuedRequest;
  readonly limitMs: number;
  readonly parts: PerformParts;
}

async function scan(attempt: Attempt, id: string, whole: boolean): Promise<Performed> {
  const { request, limitMs, parts } = attempt;
  const listed = parts.expected().find(({ booking }) => booking === id);
  const decision = listed === undefined ? null : decideEntry(listed, request.scope).kind;
  const isPlain = decision === "go" || decision === "already" || (decision === "choose" && whole);
  if (isPlain && parts.mayCheckIn) return admit(attempt, id, null);
  const booking = await parts.api.show(id, limitMs);
  return booking === null ? { outcome: { kind: "unknown", code: id } } : receive(attempt, booking);
}

async function search(attempt: Attempt, text: string): Promise<Performed> {
  const { request, limitMs, parts } = attempt;
  const from = new Date(request.scope.from).toISOString();
  const [booking] = await parts.api.ofContact(text, from, limitMs);
  if (booking === undefined) return { outcome: { kind: "unknown", code: text } };
  return receive(attempt, booking);
}

async function receive(attempt: Attempt, booking: Booking): Promise<Performed> {
  const { request, limitMs, parts } = attempt;
  parts.onSeen(booking);
  const about = { who: whoOf(booking), booking: booking.booking };
  // The request was sent before and recorded, and its response was lost.
  const touched = touchedBy(booking, request.key);
  if (touched.length > 0) return admitted(attempt, booking, touched);
  const decision = decideEntry(booking, request.scope);
  switch (decision.kind) {
    case "already":
      return { outcome: { ...about, ...decision, by: admittedBy(booking) } };
    case "cancelled":
      return { outcome: { ...about, ...decision } };
    case "waitlist": {
      const outcome = { ...about, ...decision, why: "" };
      const later = parts.api.whyWaiting(booking.booking, limitMs).then(
        (why) => ({ ...outcome, why }),
        () => outcome,
      );
      return { outcome, later };
    }
    case "elsewhere": {
      const isOurs = booking.interaction === request.scope.interaction;
      const campaign = isOurs ? null : booking.interaction;
      return { outcome: { ...about, ...decision, ...placeAndTime(booking, parts), campaign } };
    }
    case "choose":
    case "go": {
      if (!parts.mayCheckIn) return { outcome: { ...about, kind: "expected" } };
      const isWhole = request.action.kind === "scan" && request.action.whole;
      if (decision.kind === "go" || isWhole) return admit(attempt, booking.booking, null);
      return { outcome: chooseFrom(booking), asked: booking };
    }
  }
}

/** The outcome that lets the operator choose the tickets of a party. */
export function chooseFrom(booking: Booking): Outcome {
  const expected = liveTickets(booking).filter(({ attendee }) => attendee.checked_in_at === null);
  const about = { who: whoOf(booking), booking: booking.booking };
  return { ...about, kind: "choose", expected: expected.length };
}

async function admit(attempt: Attempt, id: string, tickets: Tickets): Promise<Performed> {
  const { request, limitMs, parts } = attempt;
  try {
    const booking = await change(attempt, "checkIn", id, tickets);
    const touched = touchedBy(booking, request.key);
    if (touched.length > 0) return admitted(attempt, booking, touched);
    const who = whoOf(booking, tickets ?? []);
    const at = arrivalOf(booking) ?? booking.booked_at;
    return { outcome: { kind: "already", who, booking: id, at, by: admittedBy(booking) } };
  } catch (error) {
    // The list may be older than the change that led to this refusal, so the booking is read.
    if (!(error instanceof ProblemError) || leavesOpen(error)) throw error;
    const booking = await parts.api.show(id, limitMs);
    if (booking === null) return { outcome: { kind: "unknown", code: request.who } };
    if (["go", "choose"].includes(decideEntry(booking, request.scope).kind)) throw error;
    return receive(attempt, booking);
  }
}

function admitted(attempt: Attempt, booking: Booking, touched: readonly number[]): Performed {
  const { request, parts } = attempt;
  const about = { who: whoOf(booking, touched), booking: booking.booking };
  const isHere = liveTickets(booking).some(
    ({ number, attendee }) => touched.includes(number) && attendee.checked_in_at !== null,
  );
  if (!isHere) {
    return { outcome: { ...about, kind: "taken-back", by: lastActor(booking, "check-in-undone") } };
  }
  const found = { booking, tickets: touched };
  if (request.action.kind !== "admit" && !isInScope(booking, request.scope)) {
    const outcome = { ...about, kind: "moved", ...placeAndTime(booking, parts) } as const;
    return { outcome, admitted: found };
  }
  return { outcome: checkedIn(booking, touched), admitted: found };
}

function checkedIn(booking: Booking, touched: readonly number[]): Outcome {
  const live = liveTickets(booking);
  const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  const about = { who: whoOf(booking, touched), booking: booking.booking };
  return { ...about, kind: "checked-in", here, tickets: live.length };
}

async function undo(attempt: Attempt, id: string, tickets: Tickets): Promise<Performed> {
  const booking = await change(attempt, "undoCheckIn", id, tickets);
  const touched = touchedBy(booking, attempt.request.key);
  const who = whoOf(booking, touched.length > 0 ? touched : (tickets ?? []));
  return { outcome: { kind: "undone", who, booking: id, tickets: Math.max(1, touched.length) } };
}

async function change(
  { request, limitMs, parts }: Attempt,
  operation: "checkIn" | "undoCheckIn",
  id: string,
  tickets: Tickets,
): Promise<Booking> {
  let booking: Booking | null = null;
  for (const ticket of tickets ?? [null]) {
    const { key } = request;
    booking = await parts.api.change({ operation, booking: id, ticket, key }, limitMs);
    parts.onSeen(booking);
  }
  if (booking === null) throw new RangeError("No ticket was named.");
  return booking;
}

/** The tickets that a request checked in, or whose check-in it undid. */
function touchedBy({ history }: Booking, requestId: string): readonly number[] {
  return history
    .filter(({ request_id }) => request_id === requestId)
    .flatMap(
      ({ details }) => (details as { check_ins?: { ticket: number }[] } | null)?.check_ins ?? [],
    )
    .map(({ ticket }) => ticket);
}

function admittedBy(booking: Booking): string {
  return lastActor(booking, "checked-in");
}

/** The operator's name, such as `door-1`, or another actor, such as `command line: root`. */
function lastActor({ history }: Booking, event: string): string {
  const last = history.findLast((each) => each.event === event);
  return last?.actor.replace(/^operator: /, "") ?? "";
}

function placeAndTime(booking: Booking, { placeOf }: PerformParts) {
  return { startingAt: booking.slot_starting_at, what: placeOf(booking) };
}
