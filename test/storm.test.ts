import { describe, test } from "node:test";
import { openTestStores } from "./harness/service.ts";
import { runStorm } from "./harness/run-storm.ts";

/** `STORM_OPERATIONS` makes the storm longer, `STORM_SEED` repeats one. */
const long = process.env["STORM_OPERATIONS"];
const operations = Number(long ?? 800);
const slots = Number(process.env["STORM_SLOTS"] ?? 12);
const seed = Number(process.env["STORM_SEED"] ?? Date.now() % 1_000_000);
// The runner's own limit is for tests that hang.
const timeout = long === undefined ? 300_000 : Infinity;
const batch = Math.max(400, Math.ceil(operations / 100));

describe("a storm of bookings, cancels and promotions on hot slots", () => {
  test(`A40 A41 P6 breaks no law, over two processes (seed ${seed})`, { timeout }, async () => {
    await using stores = await openTestStores(1);
    const { first: store, databaseUrl } = stores;
    const report = await runStorm(
      { store, databaseUrl },
      {
        operations,
        slots,
        seed,
        batch,
        onBatch: (done) => {
          if (long !== undefined) console.log(`${done} operations, no breach`);
        },
      },
    );
    if (long === undefined) return;
    console.table(report.counts);
    console.log({ ...report, counts: undefined });
  });
});
