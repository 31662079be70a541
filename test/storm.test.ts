import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { verifyAccount } from "../src/usecases/operator/verify-account.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { stormAccount, stormCatalogue } from "./harness/storm-data.ts";
import { startStormProcess } from "./harness/storm-process.ts";
import type { StormCounts } from "./harness/storm-worker.ts";

/** `STORM_OPERATIONS` makes the storm longer, `STORM_SEED` repeats one. */
const operations = Number(process.env["STORM_OPERATIONS"] ?? 800);
const firstSeed = Number(process.env["STORM_SEED"] ?? Date.now() % 1_000_000);
const batch = 400;
const kinds = ["book CONFIRMED", "book WAITLIST", "caller's cancel", "promote", "capacity"];

describe("a storm of bookings, cancels and promotions on hot slots", () => {
  test(`A40 A41 P6 breaks no law, over two processes (seed ${firstSeed})`, async () => {
    const data = { name: stormAccount, hosts: ["storm.example"], data: stormCatalogue };
    await using service = await startTestService([data]);
    const tellOther = (): ((made: readonly string[]) => void) => (made) => other.tell(made);
    await using one = await startStormProcess(service.databaseUrl, (made) => tellOther()(made));
    await using other = await startStormProcess(service.databaseUrl, (made) => one.tell(made));
    const total: StormCounts = {};
    const missing = () => kinds.filter((kind) => (total[kind]?.done ?? 0) === 0);
    // A short storm may happen to do nothing of a kind: then it goes on for a while.
    const isOver = (done: number) =>
      done >= operations && (missing().length === 0 || done >= 10 * operations);
    for (let done = 0, seed = firstSeed; !isOver(done); done += batch, seed += 2) {
      const each = { operations: batch / 2, atOnce: 6 };
      const counts = await Promise.all([
        one.run({ ...each, seed }),
        other.run({ ...each, seed: seed + 1 }),
      ]);
      counts.forEach((some) => addUp(total, some));
      await assertLawful(service);
    }
    if (process.env["STORM_OPERATIONS"] !== undefined) console.table(total);
    assert.deepEqual(missing(), [], "nothing of these was done");
  });
});

function addUp(total: StormCounts, some: StormCounts): void {
  for (const [kind, { done, refused }] of Object.entries(some)) {
    const count = (total[kind] ??= { done: 0, refused: 0 });
    count.done += done;
    count.refused += refused;
  }
}

async function assertLawful(service: TestService): Promise<void> {
  const found = await verifyAccount(service.store, null);
  if (isRefused(found)) assert.fail();
  assert.deepEqual(found.breaches, []);
  // Where nobody needs more than a seat, a freed or added seat never stays free beside a waitlist.
  const { id } = (await service.store.accounts.find(stormAccount)) ?? assert.fail();
  const door = service.store.account(id);
  const slots = await door.findSlots({ publicKey: "pk_single", limit: 100 });
  const waiting = await door.findBookings({
    publicKey: "pk_single",
    statuses: ["WAITLIST"],
    limit: 10_000,
  });
  for (const { seats, startingAt } of slots) {
    const limited = waiting.filter(
      ({ booking }) => booking.slotStartingAt === startingAt && booking.hasLimitedCapacity,
    );
    assert.ok(
      limited.length === 0 || seats.taken >= seats.capacity,
      `${seats.capacity - seats.taken} seats are free beside ${limited.length} who wait`,
    );
  }
}
