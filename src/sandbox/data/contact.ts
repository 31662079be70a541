import type { FixtureBooking } from "../../fixtures/lines.ts";

/** A contact who shows one thing: its description, beside the bookings that make it true. */
export interface SandboxContact {
  /** Part of its bookings' ids: never changed, never given to another. */
  readonly number: number;
  readonly externalId: string;
  readonly shows: string;
  /** `base` is a full hour, not later than now and less than an hour ago; milliseconds UTC. */
  readonly bookings: (base: number) => readonly FixtureBooking[];
}
