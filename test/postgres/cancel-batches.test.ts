import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import type { AccountId } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { breaches, query } from "../harness/database.ts";
import { startFaultProxy, type FaultProxy } from "../harness/fault-proxy.ts";
import { acmeWith, booking, type BookingLine } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** What one of the cancels that share a transaction meets is no other's concern (B120). */
describe("of cancels that come together", () => {
  const lines = Array.from({ length: 100 }, (_, index) =>
    booking("together", { slot_starting_at: `2030-05-${10 + (index % 20)}T08:00:00Z` }),
  );
  const left = [...lines];
  let service: TestService;
  let proxy: FaultProxy;
  let store: Store;
  let accountId: AccountId;

  before(async () => {
    service = await startTestService([acmeWith(lines)]);
    accountId = (await service.store.accounts.find(acme))?.id ?? assert.fail();
    proxy = await startFaultProxy(service.databaseUrl);
    store = openStore(proxy.url, { timeouts: "request" });
    for (const line of left.splice(0, 3)) assert.equal(await cancel(line.booking), "done");
  });
  after(async () => {
    await store.close();
    await proxy[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const take = (count: number): BookingLine[] => left.splice(0, count);
  const cancelled = (id: string) =>
    query(
      service.databaseUrl,
      `select number from booking_event where booking_id = '${id}' and kind = 'cancelled'`,
    ).length;

  async function cancel(bookingId: string, key: string | null = null): Promise<string> {
    const order = {
      bookingId: bookingId as BookingId,
      clientId: "client",
      requestId: "request",
      idempotencyKey: key,
    };
    const answer = await cancelBooking(store.account(accountId), order, Date.now());
    return isRefused(answer) ? answer.refused.why : "done";
  }

  for (const [what, lock] of [
    [
      "booking",
      (line: BookingLine) => `select from booking where id = '${line.booking}' for update`,
    ],
    [
      "slot",
      (line: BookingLine) =>
        `select from slot where starting_at = ${Date.parse(line.slot_starting_at)} for update`,
    ],
  ] as const) {
    test(`one whose ${what} somebody else keeps holds up nobody, and is done afterwards`, async () => {
      const [kept, ...free] = take(8) as [BookingLine, ...BookingLine[]];
      const other = new Client(service.databaseUrl);
      await other.connect();
      await other.query("begin");
      await other.query(lock(kept));
      let answered = false;
      const waiting = cancel(kept.booking).finally(() => (answered = true));
      const answers = await Promise.all(free.map((line) => cancel(line.booking)));
      const later = await cancel(take(1)[0]!.booking);
      assert.equal(answered, false);
      await other.query("rollback");
      await other.end();
      assert.deepEqual(new Set([...answers, later]), new Set(["done"]));
      assert.equal(await waiting, "done");
      assert.deepEqual(breaches(service.databaseUrl), []);
    });
  }

  for (const lost of ["the answer to COMMIT", "COMMIT and what goes with it"] as const) {
    test(`P4 each gets a true answer when ${lost} is lost`, async () => {
      const [gone, keyed, ...some] = take(10) as [BookingLine, BookingLine, ...BookingLine[]];
      assert.equal(await cancel(gone.booking), "done");
      let struck = false;
      let pieces = 0;
      proxy.meet(({ from, text }) => {
        // What is asked first is one piece, what is written and COMMIT the next.
        if (from === "service") pieces += 1;
        const due =
          lost === "the answer to COMMIT"
            ? from === "database" && text.includes("COMMIT\0")
            : from === "service" && pieces === 2;
        if (struck || !due) return "pass";
        struck = true;
        return "cut";
      });
      const answers = await Promise.all([
        ...some.map((line) => cancel(line.booking)),
        cancel(gone.booking),
        cancel(keyed.booking, `key of ${lost}`),
      ]);
      proxy.calm();
      assert.ok(struck);
      assert.deepEqual(answers, [...some.map(() => "done"), "ticket-already-cancelled", "done"]);
      for (const line of [...some, gone, keyed]) assert.equal(cancelled(line.booking), 1);
      assert.equal(await cancel(keyed.booking, `key of ${lost}`), "done");
      assert.deepEqual(breaches(service.databaseUrl), []);
    });
  }

  for (const delayMs of [1_200, 2_500]) {
    test(`P4 each gets a true answer when writes and COMMIT arrive ${delayMs} ms late`, async () => {
      const [keyed, ...some] = take(5) as [BookingLine, ...BookingLine[]];
      const key = `late by ${delayMs}`;
      let pieces = 0;
      proxy.meet(({ from }) => {
        if (from === "service") pieces += 1;
        // Longer than a silent connection is waited for, and shorter than a lock.
        return from === "service" && pieces === 2 ? { delayMs } : "pass";
      });
      const answers = await Promise.all([
        ...some.map((line) => cancel(line.booking).catch(nameOf)),
        cancel(keyed.booking, key).catch(nameOf),
      ]);
      assert.ok(pieces > 2);
      for (const answer of answers) {
        assert.ok(["done", "DatabaseUnavailable"].includes(answer), answer);
      }
      await until(() => cancelled(keyed.booking) !== 0);
      proxy.calm();
      for (const line of [...some, keyed]) assert.equal(cancelled(line.booking), 1);
      assert.equal(await cancel(keyed.booking, key), "done");
      assert.deepEqual(breaches(service.databaseUrl), []);
    });
  }
});

const nameOf = (error: unknown): string => (error as Error).name;
