import {
  isLimitedAfter,
  recordName,
  slotName,
  type SlotPlace,
} from "../catalogue/catalogue-state.ts";
import { changeOfRecord, refuseRecord } from "../catalogue/decide-record.ts";
import {
  type BookingLine,
  isBadContent,
  type NumberedLine,
  type BadLine,
  type CatalogueLine,
  type SlotLine,
  badLine,
  keyText,
  type FileLine,
} from "../data-file/data-line.ts";
import {
  decideBookingLine,
  liveTicketCount,
  prepareRefusal,
  seatsOf,
  slotNameOf,
  type BookingLineDecision,
  type ChangeRules,
  type ImportState,
  type KnownBooking,
  type SeatClaim,
} from "./decide-booking-line.ts";
import type { ImportReport } from "./import-report.ts";
import { knownSlot, wholeSlot } from "./slot-duration.ts";
import { beginsToPromote } from "./settle-slots.ts";
import type { SlotEffect, TypeEffect } from "./slot-effect.ts";
import { namedTypes, typeEffectOn } from "./type-effects.ts";

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
  rules: ChangeRules,
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
  for (const { place, ticketType, seats, line } of state.switched) {
    const effect = effectOn(decision, place);
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
      decideRecord(decision, { line, content }, state, report);
    }
  }
  return decision;
}

function decideRecord(
  decision: LinesDecision,
  { line, content }: FileLine<CatalogueLine>,
  state: ImportState,
  report: ImportReport,
): void {
  const { kind } = content;
  const refused = refuseRecord(content, state);
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
    const effect = effectOn(decision, after);
    effect.line = line;
    effect.capacity = after.capacity;
    if (content.kind === "slot") {
      for (const id of namedTypes(content, state)) typeEffectOn(effect, id, state);
    }
    if (change !== "unchanged") decision.slotLines.push({ line, content: after });
    return;
  }
  if (change !== "unchanged") decision.records.push({ line, after });
  if (kind === "activity" && !Object.values(content.title).some((text) => text !== "")) {
    report.warn({ line, kind, key: keyText(content), ...withoutTitle });
  }
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
  const there = effectOn(decision, placeOf(content), slotNameOf(content));
  if (decided.what === "kept") return;
  claimSeats(decision, { line, content }, known, state);
  if (decided.what === "unchanged") return;
  const overwritten = decided.what === "updated" && decided.overwritten;
  if (known !== null && overwritten) report.nameOverwritten(line, content, known.line);
  decision.bookings.push({ line, content, known, overwritten });
  takeSeats(there, content, state, 1);
  if (content.booking_status === "CONFIRMED" && isLimitedAfter(state, content)) {
    there.firstBooking = Math.min(line, there.firstBooking ?? line);
  }
  if (known === null) {
    const isWaiting = content.booking_status === "WAITLIST" && liveTicketCount(content.tickets) > 0;
    const type = isWaiting ? typeEffectOn(there, content.ticket_type, state) : null;
    const isLimited = isLimitedAfter(state, content);
    if (isWaiting && isLimited && !beginsToPromote(state, content.interaction)) {
      (type ?? there).waiting += 1;
    }
    return;
  }
  const here = effectOn(decision, placeOf(known.line));
  takeSeats(here, known.line, state, -1);
  here.changesBooking = true;
}

/** Takes the seats of a booking in a slot, or gives them back. */
function takeSeats(effect: SlotEffect, line: BookingLine, state: ImportState, sign: 1 | -1): void {
  const seats = sign * seatsOf(line, state);
  if (seats === 0) return;
  effect.seats += seats;
  const type = typeEffectOn(effect, line.ticket_type, state);
  if (type !== null) type.seats += seats;
}

function claimSeats(
  { claims }: LinesDecision,
  { line, content }: FileLine<BookingLine>,
  known: KnownBooking | null,
  state: ImportState,
): void {
  const seats = seatsOf(content, state);
  if (seats === 0) return;
  const slot = slotNameOf(content);
  const isHere = known !== null && slotNameOf(known.line) === slot;
  const held = isHere ? Math.min(seats, seatsOf(known.line, state)) : 0;
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

function effectOn({ slots }: LinesDecision, place: SlotPlace, name = slotName(place)): SlotEffect {
  const known = slots.get(name);
  if (known !== undefined) return known;
  const effect: SlotEffect = {
    place,
    seats: 0,
    capacity: null,
    line: null,
    typeLine: null,
    firstBooking: null,
    changesBooking: false,
    waiting: 0,
    types: Object.create(null) as Record<string, TypeEffect>,
  };
  slots.set(name, effect);
  return effect;
}

/**
 * A line as who is limited to campaigns may import it: one about another campaign, and a group, which is of none, is
 * bad. Unknown campaigns and those of others have the same sentence.
 */
export function ofOwnCampaigns(numbered: NumberedLine, own: readonly string[]): NumberedLine {
  const { line, content } = numbered;
  if (isBadContent(content)) return numbered;
  const bad = (field: string, expected: string) => {
    const { line: _, ...fault } = badLine(line, content, { field, expected });
    return { line, content: { bad: fault, names: null } };
  };
  if (content.kind === "group") {
    return bad("kind", "a line of a campaign: your key is for campaigns only");
  }
  const isCampaign = content.kind === "interaction";
  const named = isCampaign ? content.public_key : content.interaction;
  if (own.includes(named)) return numbered;
  const field = isCampaign ? "public_key" : "interaction";
  return bad(field, `a campaign that your key is for: ${own.join(", ")}`);
}
