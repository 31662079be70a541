import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken bookkeeping: seats, waitlists, keys of idempotency, drains. */
export const storeMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/seats/release-seats.ts", "test/waitlist.test.ts", [
    [
      "a cancel in a transaction of its own gives no seat back",
      "taken: sql<number>`taken - ${seats}`",
      "taken: sql<number>`taken - ${seats} * 0`",
    ],
    [
      "freed seats are not given to who waits",
      "if (promotes) await promoteWaiting",
      "if (!promotes) await promoteWaiting",
    ],
  ]),
  ...mutantsOf("src/store/seats/waitlist.ts", "test/waitlist.test.ts", [
    [
      "the last in line is first",
      '.orderBy("booking.booked_at")',
      '.orderBy("booking.booked_at", "desc")',
    ],
  ]),
  ...mutantsOf("src/store/seats/book.ts", "test/booking-seats.test.ts", [
    ["booking takes no seat", "if (admission.seatsTaken > 0) {", "if (admission.seatsTaken < 0) {"],
  ]),
  ...mutantsOf("src/store/seats/confirm-waiting.ts", "test/waitlist.test.ts", [
    [
      "a promotion keeps the time of the waitlist",
      'booking_status: "CONFIRMED", booked_at: at }',
      'booking_status: "CONFIRMED" }',
    ],
  ]),
  ...mutantsOf("src/store/bookings/idempotency-records.ts", "test/interface/cancel.test.ts", [
    [
      "a key is remembered for a second",
      "outcomeLifetimeMs = 24 * 3_600_000",
      "outcomeLifetimeMs = 1",
    ],
  ]),
  ...mutantsOf("src/service/drain.ts", "test/lifecycle.test.ts", [
    [
      "a request in flight is cut off",
      "const graceMs = graceSeconds * 1000;",
      "const graceMs = 0;",
    ],
  ]),
];
