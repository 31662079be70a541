import type { Credentials, FactName, Facts, NamedBooking } from "../facts.ts";
import type { BookingRecord, Caller } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import type { Place } from "./send.ts";

/** The means by which a rule observes the target. */
export interface Kit {
  /** The account under test. */
  readonly account: Caller;
  /** Another caller; parts that are left out are those of the account under test. */
  readonly callerAt: (other: Partial<Place> & { readonly credentials?: Credentials }) => Caller;
  /** A fact of the data file, which the rule has declared in `needs`. */
  readonly fact: <Name extends FactName>(name: Name) => NonNullable<Facts[Name]>;
  /** A booking of the data file that can still be cancelled; each is given to one rule only. */
  readonly take: (fact: "cancellable" | "cancellable_waitlist") => Promise<NamedBooking>;
  /** Every record of the contact `listed`: at least one. */
  readonly listed: () => Promise<readonly BookingRecord[]>;
  /** Every exchange of the run so far. */
  readonly history: () => readonly Exchange[];
  /** Whether a text holds a client secret or an access token of this run. */
  readonly holdsSecret: (text: string) => boolean;
  /** Waits. A rule that would wait longer than the run allows is skipped. */
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A UUID that no booking, contact or campaign has. */
  readonly unknownId: () => string;
}
