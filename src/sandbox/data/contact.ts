import type { FixtureBooking } from "../../fixtures/lines.ts";

/** A contact who shows one feature: its description, and the bookings that show it. */
export interface SandboxContact {
  /** Part of its bookings' ids. It is never changed, and never given to another contact. */
  readonly number: number;
  readonly externalId: string;
  readonly shows: string;
  /** `base` is a full hour, not later than now and less than an hour ago; milliseconds UTC. */
  readonly bookings: (base: number) => readonly FixtureBooking[];
}
