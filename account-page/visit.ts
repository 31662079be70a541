import type { BookingClient } from "booking-service-client";
import type { DemoCustomer } from "./session/demo-customers.ts";
import type { Session, Sessions } from "./session/sessions.ts";
import type { Language, Words } from "./words/words.ts";

/** One request of a browser, understood. */
export interface Visit {
  /** Path and query, for links back to this page. */
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly language: Language;
  readonly words: Words;
  /** Null when nobody is signed in. */
  readonly session: Session | null;
  readonly now: Date;
  /** Ends when the browser goes away. */
  readonly signal: AbortSignal;
  /** Of this very request, for our own log. */
  readonly requestId: string;
}

/** The visit of somebody who has signed in. */
export interface CustomerVisit extends Visit {
  readonly session: Session;
}

/** What the page is made of; one of each for as long as it runs. */
export interface Shop {
  readonly client: Pick<BookingClient, "listBookings" | "bookings" | "cancelBooking">;
  readonly customers: readonly DemoCustomer[];
  readonly sessions: Sessions;
  /** Served behind TLS. */
  readonly secure: boolean;
}
