import type { Admission, SlotSeats } from "../../domain/seats.ts";
import type { SlotChange } from "../../domain/change-feed.ts";
import { carriedForward } from "../../domain/clock.ts";
import type { BookingLine } from "../../domain/data-file/data-line.ts";
import {
  changedShopFields,
  hasSameTickets,
  isElsewhere,
  shownFields,
  timed,
  type KnownBooking,
} from "../../domain/import/decide-booking-line.ts";
import type { BookingToWrite } from "../../domain/import/decide-lines.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Move } from "../../domain/move-booking.ts";
import { latestTime, type ImportDetails } from "../../domain/newest-wins.ts";
import type { Promotion } from "../../domain/waitlist.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { LoadedBooking } from "../write/load.ts";
import { slotNameColumns, type SlotName } from "../write/slot.ts";
import type { PassedType } from "../write/type-limits.ts";
import { randomUUID } from "node:crypto";

/** Makes the history event of a new booking, with its number of tickets. */
export function eventOfAdmission(
  bookingId: string,
  audit: AuditContext,
  at: number,
  admission: Admission,
  facts: {
    readonly tickets: number;
    readonly hasLimitedCapacity: boolean;
    readonly isOverLimit: boolean;
    readonly notes: SeatNotes;
    readonly content: string | null;
    /** The hold that the booking uses up, and since when it has kept the seats. */
    readonly held: { readonly id: string; readonly madeAt: number } | null;
  },
) {
  const { status, seatsTaken, seatsOverbooked, overtaking } = admission;
  const event = { number: 1, kind: "booked", status } as const;
  return statusEvent(bookingId, event, audit, at, {
    booking_status: [null, status],
    tickets: facts.tickets,
    has_limited_capacity: facts.hasLimitedCapacity,
    seats_taken: seatsTaken,
    ...(seatsOverbooked > 0 && { seats_overbooked: seatsOverbooked }),
    // The invariant `nobody-overtaken` reads this detail.
    ...(overtaking && { overtaking: true }),
    ...(facts.isOverLimit && { over_limit: true }),
    ...detailsOf(facts.notes),
    // What a booking under a chosen id was booked with (A68).
    ...(facts.content !== null && { content: facts.content }),
    // The invariant `nobody-overtaken` reads the last detail, by its place.
    ...(facts.held !== null && { hold: facts.held.id, held_since: facts.held.madeAt }),
  });
}

/**
 * Makes the history event of a booking that leaves the waitlist. `automatic` means that a free seat promoted
 * it, without an operator's order.
 */
export function eventOfPromotion(
  booking: { readonly id: string; readonly lastEvent: number },
  audit: AuditContext,
  at: number,
  promotion: Promotion,
  facts: {
    readonly hasLimitedCapacity: boolean;
    readonly automatic: boolean;
    readonly isAccepted?: boolean;
    readonly notes: SeatNotes;
  },
) {
  const event = { number: booking.lastEvent + 1, kind: "promoted", status: "CONFIRMED" } as const;
  return statusEvent(booking.id, event, audit, at, {
    booking_status: ["WAITLIST", "CONFIRMED"],
    has_limited_capacity: facts.hasLimitedCapacity,
    seats_taken: promotion.seatsTaken,
    ...(facts.automatic && { automatic: true }),
    // The invariant `nobody-overtaken` judges the offer instead.
    ...(facts.isAccepted === true && { accepted: true }),
    // The invariant `nobody-overtaken` reads this detail.
    ...(promotion.overtaking && { overtaking: true }),
    ...detailsOf(facts.notes),
  });
}

/** Makes the history event of a waiting booking for which free seats are kept. */
export function eventOfOffer(
  booking: { readonly id: string; readonly lastEvent: number; readonly needs: number },
  audit: AuditContext,
  at: number,
  { endsAt, notes }: { readonly endsAt: number; readonly notes: SeatNotes },
) {
  const event = { number: booking.lastEvent + 1, kind: "offered", status: "WAITLIST" } as const;
  return statusEvent(booking.id, event, audit, at, {
    offer_ends_at: formatInstant(endsAt),
    seats_kept: booking.needs,
    ...detailsOf(notes),
  });
}

/** Makes the history event of a waiting booking that did not accept its offer in time. */
export function eventOfOfferEnd(
  booking: { readonly id: string; readonly lastEvent: number },
  audit: AuditContext,
) {
  const event = { number: booking.lastEvent + 1, kind: "offer-ended", status: "WAITLIST" } as const;
  return statusEvent(booking.id, event, audit, audit.now, {});
}

/** What a seat was given with, beside the order: the clock, and who was passed. */
export interface SeatNotes {
  /** Whether the clock would have refused it, as its order allows. */
  readonly isLate: boolean;
  /** The first moment at which no such seat was given any more; null for the start. */
  readonly bookableUntil: number | null;
  /** The ticket types of the entries that the booking passed. */
  readonly passed: readonly PassedType[];
}

/**
 * The invariant `seat-after-cutoff` reads the first two of these details, and `nobody-overtaken` looks for exactly
 * `{"passed_over":"TYPE"}` and `{"closed":"TYPE"}`.
 */
function detailsOf({ isLate, bookableUntil, passed }: SeatNotes): object {
  return {
    ...(isLate && { late: true }),
    ...(bookableUntil !== null && { bookable_until: formatInstant(bookableUntil) }),
    ...(passed.length > 0 && { passed }),
  };
}

/** Makes the history event of a booking that takes another slot or another ticket type. */
export function eventOfMove(
  before: LoadedBooking,
  places: {
    readonly from: MovedPlace;
    readonly to: MovedPlace;
    readonly ticketTypeId: string;
  },
  audit: AuditContext,
  at: number,
  facts: {
    readonly isSameSlot: boolean;
    readonly move: Move;
    readonly hasLimitedCapacity: boolean;
    readonly isOverLimit: boolean;
    readonly notes: SeatNotes;
  },
) {
  const { move } = facts;
  const event = { number: before.lastEvent + 1, kind: "moved", status: move.status } as const;
  const details = {
    booking_status: [before.booking.status, move.status],
    from: placeInHistory(places.from, before.ticketTypeId),
    to: placeInHistory(places.to, places.ticketTypeId),
    has_limited_capacity: facts.hasLimitedCapacity,
    seats_freed: move.seatsFreed,
    seats_taken: move.seatsTaken,
    // The invariant `nobody-overtaken` reads this detail.
    ...(facts.isSameSlot && { same_slot: true }),
    ...(facts.isOverLimit && { over_limit: true }),
    ...detailsOf(facts.notes),
  };
  const row = statusEvent(before.booking.id, event, audit, at, details);
  // A booking that stays in its slot keeps the time of its status.
  return { ...row, recorded_at: carriedForward(audit.now, at) };
}

/**
 * Makes the history event of an import: `imported` is the first event of a new booking, `updated` a further event
 * of one that changes. Both take effect at the booking's own time. The details name contacts by the service's ids,
 * because external ids are personal data.
 */
export function eventOfImport(
  { content, known, overwritten }: Omit<BookingToWrite, "line">,
  contactId: string,
  audit: AuditContext,
) {
  const details = {
    ...(known !== null && changesOf(known, content, contactId)),
    ...(content.changed_at !== null &&
      content.changed_at > latestTime(timed(content)) && { changed_at: content.changed_at }),
    ...(overwritten && { overwritten: true }),
  } satisfies ImportDetails & object;
  return {
    booking_id: content.booking,
    number: (known?.lastEvent ?? 0) + 1,
    kind: known === null ? ("imported" as const) : ("updated" as const),
    booking_status: content.booking_status,
    at: content.booked_at,
    recorded_at: audit.now,
    actor: audit.actor,
    request_id: null,
    details: Object.keys(details).length === 0 ? null : JSON.stringify(details),
  };
}

/** The values before and after of what differs. The invariant `nobody-overtaken` looks for exactly `"moved":{`. */
function changesOf(
  { line: here, contactId: contactBefore }: KnownBooking,
  line: BookingLine,
  contactId: string,
) {
  const shopFields = changedShopFields(line, here);
  const changed = shownFields.filter((field) => here[field] !== line[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, [here[field], line[field]]])),
    ...(!hasSameTickets(line, here) && { tickets: [here.tickets, line.tickets] }),
    ...(isElsewhere(line, here) && { moved: { from: placeOfLine(here), to: placeOfLine(line) } }),
    ...(contactBefore !== contactId && { contact: [contactBefore, contactId] }),
    // The values may name somebody, and stand in the booking.
    ...(shopFields.length > 0 && { fields: shopFields }),
  };
}

function placeOfLine({ activity, host, slot_starting_at, ticket_type }: BookingLine) {
  return placeInHistory(
    { activityId: activity, hostId: host ?? "", startingAt: slot_starting_at },
    ticket_type,
  );
}

/** A slot inside its campaign. */
export type MovedPlace = Omit<SlotName, "interactionId">;

/** A slot and a ticket type, as every event that moves a booking has them. */
export function placeInHistory(
  { activityId, hostId, startingAt }: MovedPlace,
  ticketTypeId: string,
) {
  return {
    activity: activityId,
    ...(hostId !== "" && { host: hostId }),
    slot_starting_at: formatInstant(startingAt),
    ticket_type: ticketTypeId,
  };
}

/**
 * Makes an event of a status or an offer that changes under the slot's lock. It is recorded at the time when it takes effect
 * (`statusTime`), but for a move (`eventOfMove`).
 */
function statusEvent(
  bookingId: string,
  event: {
    readonly number: number;
    readonly kind: "booked" | "promoted" | "moved" | "offered" | "offer-ended";
    readonly status: "CONFIRMED" | "WAITLIST";
  },
  audit: AuditContext,
  at: number,
  details: object,
) {
  return {
    booking_id: bookingId,
    number: event.number,
    kind: event.kind,
    booking_status: event.status,
    at,
    recorded_at: at,
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: JSON.stringify(details),
  };
}

/** Makes the feed's event of a changed capacity: one row, or none when the capacity is the same. */
export function capacityEvents(
  slot: SlotName,
  { before, after }: { readonly before: SlotSeats; readonly after: SlotSeats },
  audit: AuditContext,
) {
  if (after.capacity === before.capacity) return [];
  return [slotEvent("capacity-changed", slot, after.capacity, audit)];
}

/** Makes the feed's event of a slot that changed and has this capacity. */
export function slotEvent(
  kind: SlotChange,
  slot: SlotName,
  capacity: number,
  audit: AuditContext,
  details: object | null = null,
) {
  return {
    id: randomUUID(),
    ...slotNameColumns(slot),
    kind,
    capacity,
    recorded_at: audit.now,
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: details === null ? null : JSON.stringify(details),
  };
}
