import type { NextChange } from "../write/change-signal.ts";
import type { EarlierChanges, EarlierQuestion } from "../changes/read-earlier-changes.ts";
import type {
  Changes,
  ChangesQuestion,
  ChangesRefusal,
  NamedBooking,
} from "../changes/read-changes.ts";
import type { Refused } from "../../domain/refusal.ts";

export type { EarlierChanges, EarlierQuestion } from "../changes/read-earlier-changes.ts";
export type {
  Change,
  Changes,
  ChangesQuestion,
  ChangesRefusal,
  NamedBooking,
} from "../changes/read-changes.ts";

/** The feed of an account's changes. */
export interface ChangesDoor {
  /** The changes behind a cursor, with the lines of their bookings; refused for a cursor of another feed. */
  readonly readChanges: (question: ChangesQuestion) => Promise<Changes | Refused<ChangesRefusal>>;
  /** The changes just before a cursor, or the latest. */
  readonly readEarlierChanges: (
    question: EarlierQuestion,
  ) => Promise<EarlierChanges | Refused<ChangesRefusal>>;
  /** The changes behind a cursor, with the names of the bookings alone. */
  readonly readNamedChanges: (
    question: ChangesQuestion,
  ) => Promise<Changes<NamedBooking> | Refused<ChangesRefusal>>;
  /** Listens from now on, so that a reader misses no change between its reading and its waiting. */
  readonly listenForChanges: () => NextChange;
}
