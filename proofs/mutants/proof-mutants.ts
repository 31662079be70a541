import type { Mutant } from "./mutant.ts";

const refusesAll = {
  file: "src/usecases/cancel-booking.ts",
  find: "const { bookingId, clientId, requestId, idempotencyKey, reason = null } = order;",
  replace: `const { bookingId, clientId, requestId, idempotencyKey, reason = null } = order;
  if (now > 0) throw new Error("out of order");`,
} as const;

/** A service that does nothing breaks no promise, and the proofs must fail on it. */
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
  {
    bug: "the feed looks only at what was recorded since the last change it has, for the proof changes",
    file: "src/store/changes/give-positions.ts",
    find: "const bookings = await unplacedOfBookings(transaction, accountId, feed.since).execute();",
    replace: `const { rows: [last] } = await sql<{ at: number }>\`
        select coalesce(max(recorded_at), 0) as at
        from booking_event
        where account_id = \${accountId}
        and position is not null\`.execute(transaction);
      const bookings = await unplacedOfBookings(transaction, accountId, last?.at ?? 0).execute();`,
    caughtBy: { proof: "changes --count 400" },
  },
];
