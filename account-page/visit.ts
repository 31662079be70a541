import type { BookingClient } from "booking-service-client";
import type { CalendarAddresses } from "./calendar/calendar-addresses.ts";
import type { DemoCustomer } from "./session/demo-customers.ts";
import type { Seller } from "./selling/seller.ts";
import type { Session, Sessions } from "./session/sessions.ts";
import type { RequestLimit } from "./web/request-limit.ts";
import type { Language, Words } from "./words/words.ts";

/** One parsed request of a browser. */
export interface Visit {
  /** Path and query, for links back to this page. */
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly language: Language;
  readonly words: Words;
  /** The address of this page in browsers, without a slash at its end. */
  readonly origin: string;
  /** Null when nobody is signed in. */
  readonly session: Session | null;
  readonly now: Date;
  /** Aborts when the browser disconnects. */
  readonly signal: AbortSignal;
  /** The id of this request, for this page's log. */
  readonly requestId: string;
}

/** The visit of a signed-in customer. */
export interface CustomerVisit extends Visit {
  readonly session: Session;
}

/** The parts of the page; there is one of each while it runs. */
export interface Shop {
  readonly client: Pick<BookingClient, "listBookings" | "bookings" | "cancelBooking">;
  /** By which customers book; null where the page only lists and cancels. */
  readonly seller: Seller | null;
  readonly customers: readonly DemoCustomer[];
  readonly sessions: Sessions;
  /** The addresses of calendar subscriptions; null where the page offers none. */
  readonly calendars: CalendarAddresses | null;
  /** How often a customer's subscription may be read. */
  readonly calendarLimit: RequestLimit;
  /** Whether the page is served behind TLS. */
  readonly secure: boolean;
}
