import type { FixtureBooking } from "../../lines.ts";

/** A contact who shows one feature: its description, and the bookings that show it. */
export interface SandboxContact {
  /** Part of its bookings' ids. It is never changed, and never given to another contact. */
  readonly number: number;
  readonly externalId: string;
  readonly shows: string;
  /** `base` is a full hour, not later than now and less than an hour ago; milliseconds UTC. */
  readonly bookings: (base: number) => readonly FixtureBooking[];
}

/**
 * The id of a contact's nth booking. It is the same in every sandbox, so that a test can contain it, and it
 * shows the contact's number.
 */
export function bookingId(contact: number, nth: number): string {
  return `5a9db0c5-${String(contact).padStart(4, "0")}-4000-8000-${String(nth).padStart(12, "0")}`;
}
