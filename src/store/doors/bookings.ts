import type { BookingId, Booking } from "../../domain/booking.ts";
import type { ContactLimit } from "../../domain/contact-limit.ts";
import type { CancelRefusal, DetailsRefusal, Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { Admission } from "../../domain/seats.ts";
import type { Promotion } from "../../domain/waitlist.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Place } from "../bookings/attendee-search.ts";
import type { BookOrder } from "../bookings/book.ts";
import type { BookingDetails } from "../bookings/booking-details.ts";
import type { BookingFilter } from "../bookings/booking-rows.ts";
import type { CancellationOfContact, CancellationsQuestion } from "../bookings/cancellations.ts";
import type { ContactBookings, ContactBookingsQuestion } from "../bookings/contact-bookings.ts";
import type {
  BookingChangeAnswer,
  BookingChangeOrder,
  BookingRule,
} from "../bookings/decide-batch.ts";
import type { DetailsOrder } from "../bookings/details-rows.ts";
import type { MoveAnswer } from "../bookings/move-booking.ts";
import type { MoveOrder } from "../bookings/move-target.ts";
import type { OfferOfContact, OffersQuestion } from "../bookings/offers.ts";
import type { PromotedAll, PromoteAllOrder } from "../bookings/promote-all.ts";
import type { PromoteOrder } from "../bookings/promote.ts";

export type { BookingDetails } from "../bookings/booking-details.ts";
export type { BookingFilter } from "../bookings/booking-rows.ts";
export type { CancellationOfContact } from "../bookings/cancellations.ts";
export type {
  ContactBooking,
  ContactBookings,
  ContactBookingsQuestion,
} from "../bookings/contact-bookings.ts";
export type { MoveRefusal } from "../bookings/move-booking.ts";
export type { OfferOfContact } from "../bookings/offers.ts";

/**
 * An account's bookings, which begin, move and end as `domain/booking.ts` says. A closing, a slot's change, an import and an
 * erasure change them too, behind the doors of slots, imports and contacts.
 */
export interface BookingsDoor {
  /** One contact's bookings by slot start, then id, with their total. An unknown contact has none. */
  readonly findContactBookings: (question: ContactBookingsQuestion) => Promise<ContactBookings>;
  /** The bookings by id, as the rules of a cancel take them, without a lock. Unknown ids are absent. */
  readonly readBookings: (ids: readonly string[]) => Promise<ReadonlyMap<string, Booking>>;
  /** The bookings that match, with tickets and history, by slot start, then id. */
  readonly findBookings: (filter: BookingFilter) => Promise<BookingDetails[]>;
  /** The bookings that match and name an attendee so, in part where `isOver` says so: `next` is where to go on, null at the end. */
  readonly searchBookings: (
    filter: BookingFilter & { readonly words: readonly string[] },
    isOver: () => boolean,
  ) => Promise<{ readonly found: BookingDetails[]; readonly next: Place | null }>;
  /** All bookings that match, in portions, of one moment. */
  readonly everyBooking: (
    filter: Omit<BookingFilter, "limit" | "after" | "latestFirst">,
  ) => AsyncGenerator<readonly BookingDetails[]>;
  /** Changes one booking by a rule, whose refusal is the answer; the waitlist moves up where the campaign lets it. */
  readonly changeBooking: <R>(
    order: BookingChangeOrder,
    rule: BookingRule<R>,
  ) => Promise<BookingChangeAnswer<R>>;
  /** Changes one booking by a rule, together with the other changes that wait at this moment. */
  readonly changeBookingInBatch: (
    order: BookingChangeOrder,
    rule: BookingRule<CancelRefusal>,
  ) => Promise<BookingChangeAnswer<CancelRefusal>>;
  /** Makes a booking; where no seat is left for it, on the waitlist. */
  readonly book: (
    audit: AuditContext,
    order: BookOrder,
  ) => Promise<Admission | Refused<SeatRefusal>>;
  /** Confirms an entry of a waitlist, or accepts its offer. */
  readonly promote: (
    audit: AuditContext,
    order: PromoteOrder,
  ) => Promise<Promotion | Refused<SeatRefusal>>;
  /** Promotes on every slot what fits, in the order of entry; null where there is no such campaign. */
  readonly promoteAll: (audit: AuditContext, order: PromoteAllOrder) => Promise<PromotedAll | null>;
  /** Gives a booking another slot or ticket type; `moved` is null where it has them already. */
  readonly moveBooking: (audit: AuditContext, order: MoveOrder) => Promise<MoveAnswer>;
  /** Changes names, contact and the shop's data; refused, among others, for an erased contact and a reference that another has. */
  readonly changeDetails: (
    audit: AuditContext,
    order: DetailsOrder,
  ) => Promise<{ readonly changed: boolean } | Refused<DetailsRefusal>>;
  /** The live offers of a contact, by their ends. */
  readonly findOffers: (question: OffersQuestion) => Promise<OfferOfContact[]>;
  /** The cancelled bookings of a contact with their reasons, those of the latest slots first. */
  readonly findCancellations: (question: CancellationsQuestion) => Promise<CancellationOfContact[]>;
  /** The limits of a booking's ticket type and campaign, and what its contact has of them. */
  readonly readContactLimits: (
    bookingId: BookingId,
    now: number,
  ) => Promise<readonly ContactLimit[]>;
}
