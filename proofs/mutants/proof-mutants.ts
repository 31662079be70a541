import type { Mutant } from "./mutant.ts";

const refusesAll = {
  file: "src/usecases/cancel-booking.ts",
  find: "const { bookingId, clientId, requestId, idempotencyKey } = order;",
  replace: `const { bookingId, clientId, requestId, idempotencyKey } = order;
  if (now > 0) throw new Error("out of order");`,
} as const;

/** A service that does nothing breaks no promise: the proofs must not be content with it. */
export const proofMutants: readonly Mutant[] = [
  ...["races --count 20", "kill --count 3", "overlap --count 1"].map((words) => ({
    bug: `every cancel is answered 503, for the proof ${words}`,
    ...refusesAll,
    caughtBy: { proof: words },
  })),
  {
    bug: "a cancel gives no seat back, for the proof storm",
    file: "src/store/bookings/rows-of-batch.ts",
    find: "giveBackSeats(before, change.seatsFreed)",
    replace: "giveBackSeats(before, change.seatsFreed * 0)",
    caughtBy: { proof: "storm --count 200" },
  },
];
