import type { BookingStatus } from "booking-service-client";
import type { Tab } from "../bookings/list-tab.ts";
import type { Problem } from "../bookings/problem.ts";
import type { Message } from "./message.ts";
import type { SellingWords } from "./selling-words.ts";

/** The page's languages. Campaign texts are the service's, in the languages that it has. */
export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

/** Every text of the page that is not the service's. */
export interface Words {
  /** For dates and times. */
  readonly locale: string;
  /** The language's name in itself. */
  readonly languageName: string;
  readonly languageNav: string;
  readonly skipToContent: string;
  readonly account: string;

  readonly signIn: Message;
  readonly signInChoice: string;
  readonly demoNote: string;
  readonly signOut: string;
  readonly customerNumber: string;

  readonly bookings: string;
  readonly tabNav: string;
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly empty: Readonly<Record<Tab, Message>>;
  readonly range: (range: { first: number; last: number; total: number }) => string;
  readonly pager: string;
  readonly pageOf: (number: number, last: number) => string;
  readonly previous: string;
  readonly next: string;

  readonly status: Readonly<Record<BookingStatus, string>>;
  readonly waitlistNote: string;
  readonly cancelledOn: (date: string) => string;
  /** Where the house cancelled the session for everybody, and where it cancelled this booking alone. */
  readonly sessionCancelled: string;
  readonly cancelledByHouse: string;
  readonly localTime: string;
  readonly place: string;
  readonly host: string;
  readonly duration: string;
  readonly ticket: string;
  readonly ticketCode: string;
  readonly ticketCodeNote: string;

  readonly cancel: string;
  readonly leaveWaitlist: string;
  /** Why a booking cannot be cancelled, by the service's reason; `other` is for one that it did not have yet. */
  readonly notCancellable: Readonly<Record<string, string>>;
  readonly confirm: Message;
  readonly confirmWaitlist: Message;
  readonly confirmPast: string;
  readonly confirmYes: string;
  readonly confirmYesWaitlist: string;
  readonly confirmNo: string;
  readonly backToBookings: string;
  readonly seeCancelled: string;
  readonly addToCalendar: string;
  readonly takeOutOfCalendar: string;
  readonly calendar: Readonly<
    Record<
      | "link"
      | "title"
      | "text"
      | "address"
      | "open"
      | "revokeTitle"
      | "revokeText"
      | "revoke"
      | "renewed"
      | "notAll",
      string
    >
  >;
  readonly tryAgain: string;

  readonly outcome: Readonly<
    Record<"cancelled" | "left" | "already-cancelled" | "refused" | "unknown", Message>
  >;
  readonly serviceSays: string;
  /** For a list that could not be shown. */
  readonly problem: Readonly<Record<Problem["kind"], Message>>;
  /** For a booking that could not be cancelled. */
  readonly cancelProblem: Readonly<Record<Problem["kind"], Message>>;
  readonly comeBackIn: (seconds: number) => string;
  readonly comeBackSoon: string;
  readonly reference: string;
  readonly referenceNote: string;

  readonly notFound: Message;
  readonly bookingNotFound: Message;
  readonly staleForm: Message;
  readonly badRequest: Message;
  readonly home: string;

  readonly selling: SellingWords;
}
