import { isLimitedAfter, recordName, type SlotPlace } from "../catalogue/catalogue-state.ts";
import { changeOfRecord, prepareRefusal, refuseRecord } from "../catalogue/decide-record.ts";
import {
  type BookingLine,
  type BadLine,
  type CatalogueLine,
  type DataLineOf,
  type SlotLine,
  badLine,
  keyText,
  type FileLine,
} from "../data-file/data-line.ts";
import {
  decideBookingLine,
  liveTicketCount,
  seatsLeft,
  seatsWhereLimited,
  refuseZone,
  slotNameOf,
  type BookingLineDecision,
  type ImportState,
  type KnownBooking,
  type SeatClaim,
} from "./decide-booking-line.ts";
import { formatInstant } from "../instant.ts";
import { counted } from "../wording.ts";
import type { ImportReport } from "./import-report.ts";
import type { ImportRules } from "./import-rules.ts";
import {
  knownSlot,
  wholeSlot,
  effectOn,
  namedTypes,
  takeSeats,
  typeEffectOn,
  type SlotEffect,
} from "./slot-effect.ts";
import { beginsToMoveUp } from "./settle-slots.ts";

/** A booking that is new or changes. */
export interface BookingToWrite extends FileLine<BookingLine> {
  /** Null for a new one. */
  readonly known: KnownBooking | null;
  readonly overwritten: boolean;
}

export interface LinesDecision {
  readonly bad: BadLine[];
  /** Records of the catalogue but slots that are new or change. */
  readonly records: { readonly after: CatalogueLine; readonly line: number }[];
  /** Slots that are new or change; each line has the slot's length. */
  readonly slotLines: FileLine<SlotLine>[];
  readonly bookings: BookingToWrite[];
  /** By `slotName`. */
  readonly slots: Map<string, SlotEffect>;
  /** The bookings that have seats after the lines, by `slotName`. */
  readonly claims: Map<string, SeatClaim[]>;
}

/** Decides some lines of a file in the account's state, and counts their results in the report. */
export function decideLines(
  lines: readonly FileLine[],
  state: ImportState,
  rules: ImportRules,
  report: ImportReport,
): LinesDecision {
  const decision: LinesDecision = {
    bad: [],
    records: [],
    slotLines: [],
    bookings: [],
    slots: new Map(),
    claims: new Map(),
  };
  for (const { place, ticketType, seats, line } of state.limitChanges) {
    const effect = effectOn(decision.slots, place);
    effect.seats += seats;
    typeEffectOn(effect, ticketType, state);
    effect.typeLine = Math.min(line, effect.typeLine ?? line);
  }
  const refusePlace = prepareRefusal(state);
  for (const { line, content } of lines) {
    if (content.kind === "booking") {
      const decided = decideBookingLine(content, state, rules, refusePlace);
      decideBooking(decision, { line, content }, state, decided, report);
    } else {
      decideRecord(decision, { line, content }, state, rules, report);
    }
  }
  return decision;
}

function decideRecord(
  decision: LinesDecision,
  { line, content }: FileLine<CatalogueLine>,
  state: ImportState,
  rules: ImportRules,
  report: ImportReport,
): void {
  const { kind } = content;
  if (kind === "slot" && isAdded(line) && knownRecord(content, state) !== undefined) return;
  const inOtherZone =
    kind === "slot" ? refuseZone(content.interaction, "starting_at", state, rules) : null;
  if (inOtherZone !== null) {
    // The bookings that lack the slot are bad for the same reason.
    if (!isAdded(line)) decision.bad.push(badLine(line, content, inOtherZone));
    return;
  }
  const refused = refuseRecord(content, state, report.of("created"));
  if (refused !== null) {
    decision.bad.push(badLine(line, content, refused));
    return;
  }
  const name = recordName(content);
  const after = kind === "slot" ? wholeSlot(content, state) : (state.defined.get(name) ?? content);
  const known = knownRecord(content, state);
  const change = changeOfRecord(after, known);
  report.count(kind, change);
  if (after.kind === "slot") {
    const effect = effectOn(decision.slots, after);
    effect.line = line;
    effect.capacity = after.capacity;
    effect.isClosed = after.closed ?? null;
    if (content.kind === "slot") {
      for (const id of namedTypes(content, state)) typeEffectOn(effect, id, state);
    }
    if (change !== "unchanged") decision.slotLines.push({ line, content: after });
    return;
  }
  if (change !== "unchanged") decision.records.push({ line, after });
  if (content.kind === "interaction") {
    const message = tellMoved(content, state);
    const key = keyText(content);
    if (message !== null) report.warn({ line, kind, key, field: "zone_change", message });
  }
  if (kind === "activity" && !Object.values(content.title).some((text) => text !== "")) {
    report.warn({ line, kind, key: keyText(content), ...withoutTitle });
  }
}

/** What `keep_wall_clock` does to the slots to come; null for nothing. */
function tellMoved(
  { public_key: publicKey, timezone }: DataLineOf<"interaction">,
  { movedTimes }: ImportState,
): string | null {
  const moving = movedTimes
    .get(publicKey)
    ?.kept.filter(({ startingAt, before }) => startingAt !== before);
  const [first] = moving ?? [];
  if (moving === undefined || first === undefined) return null;
  const slots = counted(moving.length, "slot to come moves", "slots to come move");
  const [before, after] = [first.before, first.startingAt].map(formatInstant);
  return `${slots} with all bookings to the same hour of ${timezone}, the first from ${before} to ${after}`;
}

/** Whether the line is one of a slot that bookings lack (`missingSlots`): others may have made it meanwhile. */
function isAdded(line: number): boolean {
  return line < 0;
}

const withoutTitle = {
  field: "title",
  message: "without a text in any language, callers see an empty title",
} as const;

const withoutLiveTicket = {
  field: "tickets",
  message: "a CONFIRMED booking without a live ticket cannot be cancelled",
} as const;

/** The account's record with the key of a line. */
export function knownRecord(line: CatalogueLine, state: ImportState): CatalogueLine | undefined {
  return line.kind === "slot" ? knownSlot(line, state) : state.known.get(recordName(line));
}

function decideBooking(
  decision: LinesDecision,
  { line, content }: FileLine<BookingLine>,
  state: ImportState,
  decided: BookingLineDecision,
  report: ImportReport,
): void {
  const known = state.bookings.get(content.booking) ?? null;
  if (decided.what === "bad") {
    for (const each of decided.faults) decision.bad.push(badLine(line, content, each));
    return;
  }
  report.count("booking", decided.what === "updated" ? { updated: [] } : decided.what);
  if (decided.what !== "kept" && isWithoutLiveTicket(content)) {
    report.warn({ line, kind: "booking", key: content.booking, ...withoutLiveTicket });
  }
  if (known !== null && decided.what === "kept") report.nameKept(line, content, known.line);
  const slot = slotNameOf(content);
  const there = effectOn(decision.slots, placeOf(content), slot);
  if (decided.what === "kept") return;
  const isLimited = isLimitedAfter(state, content);
  const seats = isLimited ? seatsWhereLimited(content) : 0;
  claimSeats(decision, { line, content, slot, seats }, known, state);
  if (decided.what === "unchanged") return;
  const overwritten = decided.what === "updated" && decided.overwritten;
  if (known !== null && overwritten) report.nameOverwritten(line, content, known.line);
  decision.bookings.push({ line, content, known, overwritten });
  takeSeats(there, content.ticket_type, seats, state);
  if (content.booking_status === "CONFIRMED" && isLimited) {
    there.firstBooking = Math.min(line, there.firstBooking ?? line);
  }
  if (known === null) {
    const isWaiting = content.booking_status === "WAITLIST" && liveTicketCount(content.tickets) > 0;
    const type = isWaiting ? typeEffectOn(there, content.ticket_type, state) : null;
    if (isWaiting && isLimited && !beginsToMoveUp(state, content.interaction)) {
      (type ?? there).waiting += 1;
    }
    return;
  }
  const here = effectOn(decision.slots, placeOf(known.line));
  takeSeats(here, known.line.ticket_type, -seatsLeft(content, known, state), state);
  here.changesBooking = true;
}

function claimSeats(
  { claims }: LinesDecision,
  {
    line,
    content,
    slot,
    seats,
  }: FileLine<BookingLine> & { readonly slot: string; readonly seats: number },
  known: KnownBooking | null,
  state: ImportState,
): void {
  if (seats === 0) return;
  const isHere = known !== null && slotNameOf(known.line) === slot;
  const held = isHere ? Math.min(seats, seatsLeft(content, known, state)) : 0;
  const { booking, ticket_type: ticketType, booked_at: bookedAt } = content;
  const ofSlot = claims.get(slot) ?? [];
  claims.set(slot, ofSlot);
  ofSlot.push({ line, booking, ticketType, bookedAt, seats, held });
}

function isWithoutLiveTicket({ booking_status: status, tickets }: BookingLine): boolean {
  return status === "CONFIRMED" && liveTicketCount(tickets) === 0;
}

export function placeOf({ interaction, activity, host, slot_starting_at }: BookingLine): SlotPlace {
  return { interaction, activity, host, starting_at: slot_starting_at };
}
