import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Held } from "../bookings/held.ts";
import type { ExtendOrder } from "../holds/change-hold.ts";
import type { HoldFilter } from "../holds/find-holds.ts";
import type { HoldOrder, HoldRefusal, MadeHold } from "../holds/make-hold.ts";

export type { Held } from "../bookings/held.ts";
export type { HoldRefusal } from "../holds/make-hold.ts";

/** Seats that an account keeps for a while: made live, used up by a booking, released, or ended at their end. */
export interface HoldsDoor {
  /** Keeps seats; refused where a booking would wait. The same order again is the hold as it is. */
  readonly makeHold: (
    audit: AuditContext,
    order: HoldOrder,
  ) => Promise<MadeHold | Refused<HoldRefusal>>;
  /** Gives a live hold another end. */
  readonly extendHold: (
    audit: AuditContext,
    order: ExtendOrder,
  ) => Promise<{ readonly changed: boolean } | Refused<SeatRefusal>>;
  /** Gives the seats back, and the waitlist moves up; refused where the hold was booked. */
  readonly releaseHold: (
    audit: AuditContext,
    holdId: string,
  ) => Promise<{ readonly changed: boolean } | Refused<SeatRefusal>>;
  /** Null where the account has none of this id, or remembers none any more. */
  readonly findHold: (id: string, now: number) => Promise<Held | null>;
  /** The live holds, by their ends. */
  readonly findHolds: (filter: HoldFilter) => Promise<Held[]>;
  /** Ends each hold and offer, as when the account closes. Returns how many have ended. */
  readonly endHolds: (now: number) => Promise<number>;
}
