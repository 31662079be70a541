import type { Credentials, FactName, Facts, NamedBooking } from "../facts.ts";
import type { BookingRecord, Caller } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import type { Place } from "./send.ts";

/** What a rule is given to look at the target with. */
export interface Kit {
  /** The account under test. */
  readonly account: Caller;
  /** A caller elsewhere: what is left out is as for the account under test. */
  readonly callerAt: (other: Partial<Place> & { readonly credentials?: Credentials }) => Caller;
  /** A fact of the data file that the rule has declared to need. */
  readonly fact: <Name extends FactName>(name: Name) => NonNullable<Facts[Name]>;
  /** A booking of the data file that can still be cancelled; each is handed out once. */
  readonly take: (fact: "cancellable" | "cancellable_waitlist") => Promise<NamedBooking>;
  /** Every record of the contact `listed`: at least one. */
  readonly listed: () => Promise<readonly BookingRecord[]>;
  /** Every exchange of the run so far. */
  readonly history: () => readonly Exchange[];
  /** Whether a text holds a client secret or an access token of this run. */
  readonly holdsSecret: (text: string) => boolean;
  /** Waits; a rule that would have to wait longer than the run allows is skipped. */
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A UUID that no booking, contact or campaign has. */
  readonly unknownId: () => string;
}
