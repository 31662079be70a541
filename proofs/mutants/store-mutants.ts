import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken bookkeeping: seats, waitlists, idempotency keys, drains. */
export const storeMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/changes/read-changes.ts", "test/change-feed.test.ts", [
    [
      "files that were put back answer a cursor of what is gone",
      "return (await digestAt(reads, accountId, start.horizon)) === start.digest;",
      'return (await digestAt(reads, accountId, start.horizon)) !== "";',
    ],
  ]),
  ...mutantsOf("src/store/webhooks/deliveries.ts", "test/webhooks.test.ts", [
    [
      "a webhook's cursor moves before what it takes is recorded",
      "chunksOf(rows, rowsPerStatement)",
      "chunksOf(rows.slice(rows.length), rowsPerStatement)",
    ],
    [
      "a booking's later change does not wait for an earlier one that was refused",
      "before.state in ('waiting', 'failed')",
      "before.state in ('failed')",
    ],
  ]),
  ...mutantsOf("src/store/webhooks/lease.ts", "test/webhook-leases.test.ts", [
    [
      "a holder whose lease was taken over goes on writing",
      '.where("lease_number", "=", values.number)',
      '.where("lease_number", ">=", values.number)',
    ],
  ]),
  ...mutantsOf("src/domain/webhooks/delivery.ts", "src/domain/webhooks/delivery.test.ts", [
    [
      "what a receiver refused is recorded as delivered",
      "if (wasDelivered({ status }))",
      "if (wasDelivered({ status: 200 }))",
    ],
  ]),
  ...mutantsOf("src/store/webhooks/attempts.ts", "test/webhook-leases.test.ts", [
    [
      "an answer that came while its contact was erased stays",
      "wasErased ? null : answer",
      "wasErased ? answer : answer",
    ],
  ]),
  ...mutantsOf("src/outgoing/webhooks/post.ts", "src/outgoing/webhooks/post.test.ts", [
    [
      "a webhook reaches private addresses by a name",
      "filter(({ address }) => mayReach(address))",
      "filter(({ address }) => mayReach(address) || true)",
    ],
  ]),
  ...mutantsOf("src/domain/webhooks/address.ts", "src/domain/webhooks/address.test.ts", [
    [
      "a private address inside of one of version 6 is taken for another",
      "const plain = withoutMapping(address);",
      "const plain = address;",
    ],
    ["a webhook reaches the addresses of links", '["169.254.0.0", 16],', ""],
  ]),
  ...mutantsOf("src/store/account-store.ts", "test/change-feed.test.ts", [
    [
      "a reader that waits is not woken by its own process",
      ".finally(() => signal.notify(id));",
      ".finally(() => signal.notify(0 as AccountId));",
    ],
  ]),
  ...mutantsOf("src/store/bookings/change-alone.ts", "test/waitlist.test.ts", [
    [
      "who waits does not see the seats that a cancel frees",
      "giveBackSeats(seats, seatsFreed)",
      "giveBackSeats(seats, seatsFreed * 0)",
    ],
    ["freed seats are not given to who waits", "const moveUp = movesUp", "const moveUp = !movesUp"],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", "src/store/bookings/decide-batch.test.ts", [
    [
      "who held back the waitlist leaves and nobody moves up",
      'return seatsFreed > 0 || (status === "WAITLIST" && hasLimitedCapacity);',
      "return seatsFreed > 0;",
    ],
  ]),
  ...mutantsOf("src/store/bookings/waitlist-rows.ts", "test/waitlist.test.ts", [
    [
      "the last in line is first",
      '.orderBy("booking.booked_at")',
      '.orderBy("booking.booked_at", "desc")',
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-booking.ts", "test/move-booking.test.ts", [
    [
      "a moved booking keeps its seats where it was",
      "giveBackSeats(there, seatsFreed)",
      "giveBackSeats(there, 0)",
    ],
  ]),
  ...mutantsOf("src/store/slots/close-slot.ts", "test/close-slot.test.ts", [
    [
      "a closing cancels who has checked in",
      "return tickets === 0 ? null : {",
      "return tickets >= 0 ? null : {",
    ],
    [
      "a closing of many bookings ends after its first transaction",
      "if (!portion.more) return { cancelled };",
      "if (cancelled.length >= 0) return { cancelled };",
    ],
    [
      "a dry run closes the slot",
      "if (order.dryRun) return preview(",
      "if (order.dryRun && slotKey === null) return preview(",
    ],
  ]),
  ...mutantsOf("src/store/accounts/account-changes.ts", "test/interface/access.test.ts", [
    [
      "a closed account keeps its clients",
      '.updateTable("credential")\n      .set({ revoked_at: audit.now })',
      '.updateTable("credential")\n      .set({ revoked_at: null })',
    ],
  ]),
  ...mutantsOf("src/store/bookings/book.ts", "test/booking-seats.test.ts", [
    ["booking takes no seat", "slots: seatsMore > 0", "slots: seatsMore < 0"],
  ]),
  ...mutantsOf("src/store/bookings/promote.ts", "test/waitlist.test.ts", [
    [
      "a promotion by hand keeps the time of the waitlist",
      "booked_at: at,",
      "booked_at: booking.bookedAt,",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-up.ts", "test/waitlist.test.ts", [
    [
      "a promotion by itself keeps the time of the waitlist",
      "booked_at: at,",
      "booked_at: entries[0]?.enteredAt ?? at,",
    ],
  ]),
  ...mutantsOf("src/domain/idempotent-request.ts", "test/interface/cancel.test.ts", [
    [
      "a key is remembered for a second",
      "idempotencyLifetimeMs = 24 * 3_600_000",
      "idempotencyLifetimeMs = 1",
    ],
  ]),
  ...mutantsOf("src/store/sqlite/restore.ts", "test/sqlite/backup/flips.test.ts", [
    [
      "a backup's checksum is not compared",
      'seal.kind === "sealed" && copied.sha256 !== seal.sha256',
      "false as boolean",
    ],
  ]),
  ...mutantsOf(
    "src/store/bookings/booking-rows.ts",
    { test: "test/postgres/slot-plan.test.ts", engine: "postgres" },
    [
      [
        "a slot's bookings are looked for in the whole account",
        ': name("found_booking").materialized(),',
        ': name("found_booking").notMaterialized(),',
      ],
    ],
  ),
  ...mutantsOf("src/store/bookings/named-bookings.ts", "test/sqlite/slot-plan.test.ts", [
    [
      "a slot's bookings are not found by the slot's index",
      '.whereRef("key.slot_number", "=", "slot.number")',
      "",
    ],
  ]),
  ...mutantsOf("src/cli/serve.ts", "test/operator-thread.test.ts", [
    [
      "operators are served in the callers' thread",
      "const worker = hasOwnThread ? startOperatorWorker(settings) : null;",
      "const worker = hasOwnThread && startOperatorWorker === undefined ? startOperatorWorker(settings) : null;",
    ],
  ]),
  ...mutantsOf("src/operations/data-verification.ts", "test/sqlite/verify-damage.test.ts", [
    [
      "the engine's own check is not asked",
      "const engine = await store.checkEngine();",
      "const engine = { findings: [] as string[], notRun: null as string | null };",
    ],
  ]),
  ...mutantsOf("src/service/drain.ts", "test/processes/serve.test.ts", [
    [
      "a request in flight is cut off",
      "const graceMs = graceSeconds * 1000;",
      "const graceMs = 0;",
    ],
  ]),
  ...mutantsOf(
    "src/store/postgres/transaction.ts",
    { test: "test/postgres/session-settings.test.ts", engine: "postgres" },
    [
      [
        "behind a pooler a change is as durable as the role says",
        "...(connection.isPooled ? [setTransaction] : [])",
        "...(connection.isPooled ? [] : [])",
      ],
    ],
  ),
];
