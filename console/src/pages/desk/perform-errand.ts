import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { leavesOpen, type DoorApi } from "./door-api.ts";
import type { Errand, Tickets } from "./errand.ts";
import { arrivalOf, isAtThisDoor, judge, liveTickets } from "./judge.ts";
import type { Outcome } from "./outcome.ts";
import { whoOf } from "./who.ts";

export interface ErrandParts {
  readonly api: DoorApi;
  /** The list of the door, as it was last read. */
  readonly expected: () => readonly Booking[];
  /** Whether who stands here may check in, or only look. */
  readonly mayCheckIn: boolean;
  /** Where and when a booking is for, in words. */
  readonly placeOf: (booking: Booking) => string;
  /** A booking looks like this now. */
  readonly onSeen: (booking: Booking) => void;
}

export interface Performed {
  readonly outcome: Outcome;
  /** The same in more words, a moment later. */
  readonly later?: Promise<Outcome>;
  /** Whose tickets have to be asked about. */
  readonly asked?: Booking;
  /** The tickets that this errand checked in. */
  readonly admitted?: { readonly booking: Booking; readonly tickets: readonly number[] };
}

/**
 * Asks the service. A booking on the door's list is checked in by one request, and the service's own
 * answer is the verdict; any other is looked up first, since a check-in has no window of time. The
 * history tells which request checked somebody in, so of two desks that scan one ticket only one says
 * "Checked in". Throws where `leavesOpen`: then the same errand has to be performed again.
 */
export async function performErrand(
  errand: Errand,
  limitMs: number,
  parts: ErrandParts,
): Promise<Performed> {
  const { act } = errand;
  const asking = { errand, limitMs, parts };
  try {
    switch (act.kind) {
      case "scan":
        return await scan(asking, act.booking, act.whole);
      case "search":
        return await search(asking, act.text);
      case "admit":
        return await admit(asking, act.booking, act.tickets);
      case "undo":
        return await undo(asking, act.booking, act.tickets);
    }
  } catch (error) {
    if (leavesOpen(error)) throw error;
    const title = error instanceof ProblemError ? error.title : t("It did not work");
    const why = error instanceof Error ? error.message : "";
    return { outcome: { kind: "refused", who: errand.who, title, why } };
  }
}

/** The outcome by the door's list alone, for when nobody answers; null where only the service knows. */
export function judgeByList(
  errand: Errand,
  { expected, mayCheckIn }: Pick<ErrandParts, "expected" | "mayCheckIn">,
): Outcome | null {
  const { act, who } = errand;
  if (act.kind !== "scan" || !mayCheckIn) return mayCheckIn ? null : { kind: "no-answer", who };
  const listed = expected().find(({ booking }) => booking === act.booking);
  if (listed === undefined) return null;
  const about = { who, booking: act.booking };
  const touched = touchedBy(listed, errand.key);
  if (touched.length > 0) return checkedIn(listed, touched);
  const verdict = judge(listed, errand.door);
  if (verdict.kind === "already") return { ...about, ...verdict, by: admittedBy(listed) };
  return verdict.kind === "waitlist" ? { ...about, ...verdict, why: "" } : null;
}

interface Asking {
  readonly errand: Errand;
  readonly limitMs: number;
  readonly parts: ErrandParts;
}

async function scan(asking: Asking, id: string, whole: boolean): Promise<Performed> {
  const { errand, limitMs, parts } = asking;
  const listed = parts.expected().find(({ booking }) => booking === id);
  const verdict = listed === undefined ? null : judge(listed, errand.door).kind;
  const isPlain = verdict === "go" || verdict === "already" || (verdict === "choose" && whole);
  if (isPlain && parts.mayCheckIn) return admit(asking, id, null);
  const booking = await parts.api.show(id, limitMs);
  return booking === null ? { outcome: { kind: "unknown", code: id } } : receive(asking, booking);
}

async function search(asking: Asking, text: string): Promise<Performed> {
  const { errand, limitMs, parts } = asking;
  const from = new Date(errand.door.from).toISOString();
  const [booking] = await parts.api.ofContact(text, from, limitMs);
  if (booking === undefined) return { outcome: { kind: "unknown", code: text } };
  return receive(asking, booking);
}

async function receive(asking: Asking, booking: Booking): Promise<Performed> {
  const { errand, limitMs, parts } = asking;
  parts.onSeen(booking);
  const about = { who: whoOf(booking), booking: booking.booking };
  // Sent before, and recorded, though its answer never arrived.
  const touched = touchedBy(booking, errand.key);
  if (touched.length > 0) return admitted(asking, booking, touched);
  const verdict = judge(booking, errand.door);
  switch (verdict.kind) {
    case "already":
      return { outcome: { ...about, ...verdict, by: admittedBy(booking) } };
    case "cancelled":
      return { outcome: { ...about, ...verdict } };
    case "waitlist": {
      const outcome = { ...about, ...verdict, why: "" };
      const later = parts.api.whyWaiting(booking.booking, limitMs).then(
        (why) => ({ ...outcome, why }),
        () => outcome,
      );
      return { outcome, later };
    }
    case "elsewhere": {
      const isOurs = booking.interaction === errand.door.interaction;
      const campaign = isOurs ? null : booking.interaction;
      return { outcome: { ...about, ...verdict, ...placeAndTime(booking, parts), campaign } };
    }
    case "choose":
    case "go": {
      if (!parts.mayCheckIn) return { outcome: { ...about, kind: "expected" } };
      const isWhole = errand.act.kind === "scan" && errand.act.whole;
      if (verdict.kind === "go" || isWhole) return admit(asking, booking.booking, null);
      return { outcome: chooseFrom(booking), asked: booking };
    }
  }
}

/** The question of which tickets of a party have come. */
export function chooseFrom(booking: Booking): Outcome {
  const expected = liveTickets(booking).filter(({ attendee }) => attendee.checked_in_at === null);
  const about = { who: whoOf(booking), booking: booking.booking };
  return { ...about, kind: "choose", expected: expected.length };
}

async function admit(asking: Asking, id: string, tickets: Tickets): Promise<Performed> {
  const { errand, limitMs, parts } = asking;
  try {
    const booking = await change(asking, "checkIn", id, tickets);
    const touched = touchedBy(booking, errand.key);
    if (touched.length > 0) return admitted(asking, booking, touched);
    const who = whoOf(booking, tickets ?? []);
    const at = arrivalOf(booking) ?? booking.booked_at;
    return { outcome: { kind: "already", who, booking: id, at, by: admittedBy(booking) } };
  } catch (error) {
    // The list was read before something happened: the booking itself says what.
    if (!(error instanceof ProblemError) || leavesOpen(error)) throw error;
    const booking = await parts.api.show(id, limitMs);
    if (booking === null) return { outcome: { kind: "unknown", code: errand.who } };
    if (["go", "choose"].includes(judge(booking, errand.door).kind)) throw error;
    return receive(asking, booking);
  }
}

function admitted(asking: Asking, booking: Booking, touched: readonly number[]): Performed {
  const { errand, parts } = asking;
  const about = { who: whoOf(booking, touched), booking: booking.booking };
  const isHere = liveTickets(booking).some(
    ({ number, attendee }) => touched.includes(number) && attendee.checked_in_at !== null,
  );
  if (!isHere) {
    return { outcome: { ...about, kind: "taken-back", by: lastActor(booking, "check-in-undone") } };
  }
  const found = { booking, tickets: touched };
  if (errand.act.kind !== "admit" && !isAtThisDoor(booking, errand.door)) {
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

async function undo(asking: Asking, id: string, tickets: Tickets): Promise<Performed> {
  const booking = await change(asking, "undoCheckIn", id, tickets);
  const touched = touchedBy(booking, asking.errand.key);
  const who = whoOf(booking, touched.length > 0 ? touched : (tickets ?? []));
  return { outcome: { kind: "undone", who, booking: id, tickets: Math.max(1, touched.length) } };
}

async function change(
  { errand, limitMs, parts }: Asking,
  operation: "checkIn" | "undoCheckIn",
  id: string,
  tickets: Tickets,
): Promise<Booking> {
  let booking: Booking | null = null;
  for (const ticket of tickets ?? [null]) {
    const { key } = errand;
    booking = await parts.api.change({ operation, booking: id, ticket, key }, limitMs);
    parts.onSeen(booking);
  }
  if (booking === null) throw new RangeError("No ticket was named.");
  return booking;
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

function admittedBy(booking: Booking): string {
  return lastActor(booking, "checked-in");
}

/** `door-1`, or whatever else it was, such as `command line: root`. */
function lastActor({ history }: Booking, event: string): string {
  const last = history.findLast((each) => each.event === event);
  return last?.actor.replace(/^operator: /, "") ?? "";
}

function placeAndTime(booking: Booking, { placeOf }: ErrandParts) {
  return { startingAt: booking.slot_starting_at, what: placeOf(booking) };
}
