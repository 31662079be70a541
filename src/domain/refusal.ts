import type { AccountName } from "./account.ts";
import type { AccountLimitReached } from "./account-limits.ts";
import type { WindowRefusal } from "./booking-window.ts";
import type { EndedState } from "./hold.ts";
import type { ContactLimit } from "./contact-limit.ts";

/**
 * The refusals that callers get from use cases, as values; those before a use case are `HttpRefusal`, and operators' own
 * are below. One carries what the answer names, and nothing that the caller sent but the name of a parameter or field.
 * `http/call/answers.ts` has its text for callers.
 */
export type Refusal = TokenRefusal | AccessRefusal | ListRefusal | CancelRefusal;

export type TokenRefusal =
  | {
      readonly why: "client-credentials-missing";
      readonly missing: MissingCredentials;
      readonly unread: UnreadBody | null;
    }
  | { readonly why: "token-request-malformed"; readonly field: "audience" | "grant_type" }
  | { readonly why: "credentials-refused" };

/** An encoding or type in which no body is read. */
export type UnreadBody =
  | `compressed with ${"gzip" | "deflate" | "br" | "zstd"}`
  | "UTF-16"
  | "multipart/form-data"
  | "application/x-www-form-urlencoded";

/** What stands in the place of a booking. */
export type BodyFault =
  | UnreadBody
  | "empty"
  | "not UTF-8"
  | "not JSON"
  | "not an object"
  | "no booking"
  | "no string"
  | "no UUID"
  | { readonly named: string };

export type MissingCredentials = readonly ("client_id" | "client_secret")[];

export type AccessRefusal =
  | { readonly why: "token-missing" }
  | { readonly why: "token-refused" }
  | { readonly why: "endpoint-not-enabled" };

export type ListRefusal =
  | { readonly why: "parameter-missing"; readonly parameter: string }
  | {
      readonly why: "parameter-misnamed";
      readonly parameter: string;
      /** The name in the request, which says nothing but a spelling; null where it has odd characters. */
      readonly sent: string | null;
    }
  | { readonly why: "parameter-repeated"; readonly parameter: string }
  | { readonly why: "parameter-malformed"; readonly parameter: string; readonly expected: string }
  | { readonly why: "query-malformed" }
  | { readonly why: "both-scopes" }
  | { readonly why: "unknown-public-key" }
  | { readonly why: "unknown-interaction" };

export type CancelRefusal =
  | { readonly why: "booking-malformed"; readonly found: BodyFault }
  | { readonly why: "unknown-booking" }
  | { readonly why: "ticket-already-cancelled" }
  | {
      readonly why: "attendee-checked-in";
      /** Which booking, where the request named none. */
      readonly booking?: string;
    }
  | { readonly why: "cancellation-closed" }
  | { readonly why: "idempotency-key-malformed" }
  | { readonly why: "idempotency-key-reused" };

/** The refusals of an operator's transition: those of a caller's cancel, and more. */
export type TransitionRefusal =
  | CancelRefusal
  | { readonly why: "unknown-ticket"; readonly ticket: number; readonly tickets: number }
  | { readonly why: "ticket-cancelled"; readonly ticket: number }
  | { readonly why: "not-confirmed"; readonly status: "WAITLIST" | "CANCELLED" };

/** The refusals of changes to accounts and their hosts. */
export type AccountRefusal =
  | AccountLimitReached
  | { readonly why: "account-exists"; readonly account: AccountName }
  | { readonly why: "host-taken"; readonly host: string; readonly owner: AccountName }
  | { readonly why: "host-not-of-account"; readonly host: string; readonly account: AccountName };

/** A value that no such field can have. */
interface MalformedValue {
  readonly why: "value-malformed";
  readonly field: string;
  readonly expected: string;
}

/** The refusals of changes to a client's secrets. */
export type CredentialRefusal =
  | { readonly why: "unknown-client" }
  | { readonly why: "client-revoked" }
  | MalformedValue
  | { readonly why: "two-secrets-live"; readonly until: number };

/** No seat is given at this time, which began or ends at `at`. */
interface Timed<W extends WindowRefusal["why"]> extends WindowRefusal {
  readonly why: W;
}

/** The refusals of booking, promoting and changing slots. Fields have the data files' names. */
export type SeatRefusal =
  | {
      readonly why: "booking-exists";
      /** Whether it was booked with the content that is asked for now. */
      readonly isSame: boolean;
    }
  | { readonly why: "unknown-booking" }
  | { readonly why: "not-in-catalogue"; readonly field: CatalogueField }
  | { readonly why: "host-missing" }
  | { readonly why: "host-not-offered" }
  | MalformedValue
  | Timed<"slot-has-begun">
  | Timed<"booking-not-open">
  | Timed<"booking-closed">
  | ({ readonly why: "over-limit" } & Omit<ContactLimit, "interaction">)
  | { readonly why: "reference-taken" }
  | { readonly why: "not-waitlisted"; readonly status: "CONFIRMED" | "CANCELLED" }
  | { readonly why: "no-live-ticket" }
  | {
      readonly why: "no-offer";
      /** Whether it accepted one, and is CONFIRMED. */
      readonly isAgain: boolean;
    }
  | { readonly why: "offer-ended"; readonly at: number; readonly timezone: string }
  | { readonly why: "not-first"; readonly first: string }
  | {
      readonly why: "seats-missing";
      readonly needs: number;
      readonly free: number;
      /** The type whose limit leaves so few, where it is not the slot's capacity. */
      readonly ticketType?: string;
      /** Enough are free, and somebody on the waitlist is the next to get them. */
      readonly isHeldBack?: true;
    }
  | { readonly why: "unknown-hold" }
  | { readonly why: "hold-exists" }
  | { readonly why: "hold-differs" }
  | {
      readonly why: "hold-ended";
      readonly state: EndedState;
      /** Whether a booking was asked for, and no seat is free for it without the hold. */
      readonly isFull?: true;
    }
  | { readonly why: "slot-changed" }
  /** Another slot has that host and start, and bookings. */
  | { readonly why: "slot-has-bookings" }
  | { readonly why: "type-limits-differ"; readonly ticketType: string }
  | {
      readonly why: "attendees-checked-in";
      readonly tickets: number;
      /** Bookings of the same slot that the change had cancelled before the attendees checked in. */
      readonly cancelled: number;
    }
  | {
      readonly why: "capacity-below-taken";
      readonly taken: number;
      /** The type whose limit it is, where it is not the slot's capacity. */
      readonly ticketType?: string;
    };

/** The refusals of changing what a booking has beside its state. */
export type DetailsRefusal =
  | SeatRefusal
  | Extract<TransitionRefusal, { why: "unknown-ticket" }>
  | { readonly why: "contact-erased" };

/** The refusals of a contact's erasure. */
export type ErasureRefusal =
  | { readonly why: "unknown-contact" }
  | { readonly why: "contact-has-upcoming"; readonly bookings: number }
  | {
      readonly why: "attendee-checked-in";
      /** One of the bookings that were to be cancelled. */
      readonly booking: string;
    };

export type MergeRefusal =
  | { readonly why: "unknown-contact" }
  | { readonly why: "unknown-other-contact" }
  | { readonly why: "same-contact" };

/** The catalogue records that a booking or a slot names. */
export type CatalogueField = "interaction" | "activity" | "host" | "slot" | "ticket_type";

/** The second half of a use case's answer: what it returns instead of its value. */
export interface Refused<R = Refusal> {
  readonly refused: R;
}

export function isRefused<R>(answer: object): answer is Refused<R> {
  return "refused" in answer;
}
