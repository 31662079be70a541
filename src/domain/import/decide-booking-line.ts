import { shopFieldNames, type ShopField } from "../data-file/shop-data.ts";
import {
  isLimitedAfter,
  nameByKey,
  type CatalogueState,
  type SlotPlace,
} from "../catalogue/catalogue-state.ts";
import { fault, type prepareRefusal, type Fault } from "../catalogue/decide-record.ts";
import type { BookingLine } from "../data-file/data-line.ts";
import type { TicketOfLine } from "../data-file/tickets-of-line.ts";
import { isErased } from "../contact.ts";
import { mayUpdate, type ImportRules } from "./import-rules.ts";
import { isNewest, type PastEvent, type TimedState } from "../newest-wins.ts";

/** A booking of the account, as the line that would leave it unchanged. */
export interface KnownBooking {
  readonly line: BookingLine;
  readonly contactId: string;
  /** The number of the last event in its history. */
  readonly lastEvent: number;
  /** The offer that it has while it waits, or had until that ended; null or absent where there is neither. */
  readonly offer?: OfferHere | null;
}

/** What is kept for a waiting booking. */
export interface OfferHere {
  readonly id: string;
  readonly isLive: boolean;
  readonly tickets: number;
}

/** What an import finds in the account of the things that its lines name. */
export interface ImportState extends CatalogueState {
  /** By booking id. */
  readonly bookings: ReadonlyMap<string, KnownBooking>;
  /** The events of bookings that differ from their line, in the order of their numbers, by booking id. */
  readonly histories: ReadonlyMap<string, readonly PastEvent[]>;
  /** The lengths of the account's slots that lines of slots name, by `slotName`. */
  readonly slotDurations: ReadonlyMap<string, number | null>;
  /** The bookings that have the references of the lines, by `referenceName`. */
  readonly references: ReadonlyMap<string, string>;
  /** The ticket types with a limit of the slot's own or with live tickets, by `slotName` and id. */
  readonly typesHere: ReadonlyMap<string, ReadonlyMap<string, TypeHere>>;
  /** How many campaigns the account may still get; absent where no line is of one. */
  readonly campaignsLeft?: number;
  /** The slots in which a line changes the limit of a ticket type. */
  readonly limitChanges: readonly LimitChangeInSlot[];
}

/** What the account has of a ticket type in a slot. */
export interface TypeHere {
  /** The limit that the slot says; null where it says none. */
  readonly own: number | null;
  /** The recorded tickets above the limit that were sold on purpose. */
  readonly overbooked: number;
  /** Live tickets of CONFIRMED bookings. */
  readonly live: number;
}

export interface LimitChangeInSlot {
  readonly place: SlotPlace;
  readonly ticketType: string;
  /** The seats that the slot gains or loses, where the type begins or ceases to take seats. */
  readonly seats: number;
  /** The line of the ticket type. */
  readonly line: number;
}

/** A booking of the file that has seats of a slot after the lines. */
export interface SeatClaim {
  readonly line: number;
  readonly booking: string;
  readonly ticketType: string;
  /** Milliseconds UTC. */
  readonly bookedAt: number;
  readonly seats: number;
  /** How many of them it has in the account already. */
  readonly held: number;
}

/** What is wrong with a time that was read by the clocks of a zone that its campaign has no more. */
export function refuseZone(
  interaction: string,
  field: string,
  state: CatalogueState,
  { zones }: Pick<ImportRules, "zones">,
): Fault | null {
  const read = zones?.get(interaction);
  const now = state.known.get(nameByKey("interaction", interaction));
  if (read === undefined || now?.kind !== "interaction" || now.timezone === read) return null;
  return fault(field, "a time in the zone that the campaign has by now: import the file again");
}

export type BookingLineDecision =
  | { readonly what: "bad"; readonly faults: readonly Fault[] }
  | { readonly what: "created" | "unchanged" | "kept" }
  /** `overwritten`: the booking's own state was newer. */
  | { readonly what: "updated"; readonly overwritten: boolean };

/** Decides what a booking's line does: a new booking, the known one's next state, or nothing. */
export function decideBookingLine(
  line: BookingLine,
  state: ImportState,
  rules: ImportRules,
  refusePlace: ReturnType<typeof prepareRefusal>,
): BookingLineDecision {
  const inOtherZone = refuseZone(line.interaction, "slot_starting_at", state, rules);
  if (inOtherZone !== null) return { what: "bad", faults: [inOtherZone] };
  const known = state.bookings.get(line.booking);
  const decision = known === undefined ? created : decideKnown(line, known, state, rules);
  // A booking moves inside its campaign only (B213), and who sees one campaign learns nothing of another's booking.
  const isTold =
    decision.what === "updated" || (decision.what === "kept" && rules.interactions !== null);
  if (isTold && known?.line.interaction !== line.interaction) {
    const own = fault("interaction", "the campaign that the booking has in the account");
    return { what: "bad", faults: [own] };
  }
  const refused = [...refusePlace(line), ...refuseReference(line, state, decision)];
  return refused.length === 0 ? decision : { what: "bad", faults: refused };
}

/** The name of a reference, which is unique within its campaign. */
export function referenceName(publicKey: string, reference: string): string {
  return `${publicKey}\n${reference}`;
}

function refuseReference(
  { booking, interaction, reference }: BookingLine,
  { references }: ImportState,
  { what }: BookingLineDecision,
): Fault[] {
  if (reference == null || what === "kept") return [];
  const owner = references.get(referenceName(interaction, reference)) ?? booking;
  return owner === booking ? [] : [fault("reference", ownReference)];
}

export const ownReference = "a reference that no other booking of the campaign has";

const created = { what: "created" } as const;
const kept = { what: "kept" } as const;

function decideKnown(
  line: BookingLine,
  { line: here }: KnownBooking,
  { histories }: ImportState,
  rules: ImportRules,
): BookingLineDecision {
  if (!differs(line, here)) return { what: "unchanged" };
  if (!mayUpdate(rules)) return kept;
  // A booking of an erased contact keeps that contact, however new the line is (B93).
  if (line.external_id !== here.external_id && isErased(here.external_id)) return kept;
  const said = { ...timed(line), changedAt: line.changed_at, isElsewhere: isElsewhere(line, here) };
  const wins = isNewest(said, timed(here), histories.get(line.booking) ?? []);
  return wins || rules.overwrite ? { what: "updated", overwritten: !wins } : kept;
}

/** The fields that a history shows before and after, where a line changes them. */
export const shownFields = ["booking_status", "booked_at"] as const;

/** Whether the line has another state than the booking here. */
export function differs(line: BookingLine, here: BookingLine): boolean {
  return (
    shownFields.some((field) => line[field] !== here[field]) ||
    line.external_id !== here.external_id ||
    line.interaction !== here.interaction ||
    isElsewhere(line, here) ||
    !hasSameTickets(line, here) ||
    changedShopFields(line, here).length > 0
  );
}

/** What a shop keeps with its booking, where the line says other values. A line without them says nothing of it. */
export function changedShopFields(
  line: Pick<BookingLine, ShopField>,
  here: Pick<BookingLine, ShopField>,
): ShopField[] {
  return shopFieldNames.filter((field) => line[field] !== undefined && line[field] !== here[field]);
}

/** Whether the line has another slot or another ticket type than the booking here. */
export function isElsewhere(line: BookingLine, here: BookingLine): boolean {
  return (
    line.slot_starting_at !== here.slot_starting_at ||
    line.activity !== here.activity ||
    line.host !== here.host ||
    line.ticket_type !== here.ticket_type
  );
}

export function hasSameTickets({ tickets }: BookingLine, here: BookingLine): boolean {
  return (
    tickets.length === here.tickets.length &&
    tickets.every((ticket, index) => {
      const other = here.tickets[index];
      return (
        ticket.cancelled_at === other?.cancelled_at &&
        ticket.attendee.display_name === other.attendee.display_name &&
        ticket.attendee.checked_in_at === other.attendee.checked_in_at
      );
    })
  );
}

export function liveTicketCount(tickets: readonly TicketOfLine[]): number {
  return tickets.reduce((count, ticket) => count + (ticket.cancelled_at === null ? 1 : 0), 0);
}

/** The seats that a booking in this state takes: those of a ticket type that a line makes limited or unlimited are counted as after it. */
export function seatsOf(line: BookingLine, state: ImportState): number {
  return isLimitedAfter(state, line) ? seatsWhereLimited(line) : 0;
}

/** The same of a ticket type whose tickets take seats. */
export function seatsWhereLimited({ booking_status: status, tickets }: BookingLine): number {
  return status === "CONFIRMED" ? liveTicketCount(tickets) : 0;
}

/** The seats that a known booking gives back where the line changes it: its own, or those that are kept for it. */
export function seatsLeft(line: BookingLine, known: KnownBooking, state: ImportState): number {
  const { line: here, offer } = known;
  const isKept = offer?.isLive === true && isLimitedAfter(state, here) && endsOffer(line, known);
  return seatsOf(here, state) + (isKept ? offer.tickets : 0);
}

/**
 * Whether a line ends the offer of a booking that it changes: what was offered is not what it asks for any more. Other
 * tickets in the same slot leave a booking whose offer ended behind all others.
 */
export function endsOffer(line: BookingLine, { line: here, offer }: KnownBooking): boolean {
  if (offer == null) return false;
  if (line.booking_status !== "WAITLIST" || isElsewhere(line, here)) return true;
  return offer.isLive && liveTicketCount(line.tickets) !== offer.tickets;
}

/** The name of the slot of a booking's line. */
export function slotNameOf(line: BookingLine): string {
  return nameByKey("slot", line.interaction, line.activity, line.host, line.slot_starting_at);
}

/** A line's parts that have times. */
export function timed({
  booking_status: status,
  booked_at,
  tickets,
}: Pick<BookingLine, "booking_status" | "booked_at" | "tickets">): TimedState {
  return {
    status,
    bookedAt: booked_at,
    tickets: tickets.map(({ cancelled_at, attendee }) => ({
      cancelledAt: cancelled_at,
      checkedInAt: attendee.checked_in_at,
    })),
  };
}
