/**
 * The record on the wire (interface, Booking record). Fields that are not always sent are optional here, and
 * absent rather than null.
 */
export interface Booking {
  /** The booked activity; `id` is unique within its campaign only. */
  readonly activity: {
    readonly id: string;
    /** A localised text: read it through `localisedText()`. */
    readonly title: string;
    /** A localised text: read it through `localisedText()`. */
    readonly location_hint: string;
  };
  /** The campaign. */
  readonly interaction: {
    readonly public_key: string;
    /** IANA zone name, such as `Europe/Paris`. */
    readonly timezone: string;
  };
  /** The organisation that the campaign belongs to. */
  readonly group: { readonly unique_key: string; readonly display_name: string };
  /** RFC 3339, UTC. `startsAt()` parses it, `formatStart()` formats it in the campaign's zone. */
  readonly slot_starting_at: string;
  /** Absent when the slot has no set duration; there is no default. */
  readonly slot_duration_in_minutes?: number;
  readonly booking_status: BookingStatus;
  /** RFC 3339, UTC: when the booking's present status began. */
  readonly booked_at: string;
  readonly ticket_type: { readonly display_name: string; readonly has_limited_capacity: boolean };
  /** Only where the activity offers a choice of hosts. */
  readonly host?: { readonly display_name: string };
  /** The booking's identifier, sent back unchanged to cancel it. */
  readonly booking: string;
}

export type BookingStatus = "CONFIRMED" | "WAITLIST" | "CANCELLED";

/** The values of the status filter. `CHECKED_IN` is accepted and matches no booking. */
export type BookingStatusFilter = BookingStatus | "CHECKED_IN";

/** One page of a contact's bookings. */
export interface BookingPage {
  /** Empty when there are none. */
  readonly bookings: readonly Booking[];
  /** Counted from 1. */
  readonly pageNumber: number;
  /** The size that the service applied, which may be smaller than the one asked for. */
  readonly pageSize: number;
  /** The number on all pages; 0 when nothing matches. */
  readonly totalCount: number;
  /**
   * What a cancel of each booking would meet now, by `booking`. Null when the page was not asked for with
   * `cancellable`, and when the service does not say.
   */
  readonly cancellable: ReadonlyMap<string, Cancellability> | null;
  /** For your log: the service's operator can find the request by this id. */
  readonly requestId: string;
}

/** Whether the service would cancel a booking at the moment of the list. */
export interface Cancellability {
  readonly now: boolean;
  /**
   * `ticket-already-cancelled`, `attendee-checked-in`, `cancellation-closed` (past the campaign's cut-off), or a
   * reason of a later release; null when it can be cancelled.
   */
  readonly reason: string | null;
}
