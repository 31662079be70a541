import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "../src/domain/account.ts";
import type { BookingId } from "../src/domain/booking.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { cancelBooking } from "../src/usecases/cancel-booking.ts";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { call } from "./harness/call.ts";
import { breaches, query } from "./harness/database.ts";
import { holdWrites } from "./harness/hold-writes.ts";
import { startServerProcess } from "./harness/process.ts";
import { execute } from "./harness/query.ts";
import { acmeWith, booking, cancelPath, productionHost, type BookingLine } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";

/** Cancels that wait at the same time share one transaction (B120). */
describe("cancels that come together", () => {
  const lines = Array.from({ length: 120 }, (_, index) =>
    booking("together", { slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z` }),
  );
  const left = [...lines];
  let service: TestService;
  let store: Store;
  let accountId: AccountId;

  before(async () => {
    service = await startTestService([acmeWith(lines)]);
    accountId = (await service.store.accounts.find(acme))?.id ?? assert.fail();
    store = openStore(service.databaseUrl, { timeouts: "request" });
  });
  after(async () => {
    await store.close();
    await service[Symbol.asyncDispose]();
  });
  beforeEach(() => assert.deepEqual(breaches(service.databaseUrl), []));

  const take = (count: number): BookingLine[] => left.splice(0, count);
  const outcomes = () =>
    Number(query(service.databaseUrl, "select count(*) as n from outcome")[0]?.["n"]);
  const cancelled = (id: string) =>
    query(
      service.databaseUrl,
      `select number from booking_event where booking_id = '${id}' and kind = 'cancelled'`,
    ).length;

  /** A caller's answer: `done`, the reason of a refusal, or the error's name. */
  async function cancel(bookingId: string, key: string | null = null): Promise<string> {
    const order = {
      bookingId: bookingId as BookingId,
      clientId: "client",
      requestId: "request",
      idempotencyKey: key,
    };
    try {
      const answer = await cancelBooking(store.account(accountId), order, Date.now());
      return isRefused(answer) ? answer.refused.why : "done";
    } catch (error) {
      return (error as Error).name;
    }
  }

  test("B120 share one transaction, and each is done and told", async () => {
    const some = take(16);
    const before = outcomes();
    const answers = await Promise.all(some.map((line) => cancel(line.booking)));
    assert.deepEqual(new Set(answers), new Set(["done"]));
    for (const line of some) assert.equal(cancelled(line.booking), 1);
    assert.equal(outcomes() - before, 1, "sixteen cancels left more than one outcome");
  });

  test("B120 P5 of several of one booking the first wins", async () => {
    const [one, other] = take(2) as [BookingLine, BookingLine];
    const racers = [one, other, one, one, other].map((line) => cancel(line.booking));
    assert.deepEqual(await Promise.all(racers), [
      "done",
      "done",
      "ticket-already-cancelled",
      "ticket-already-cancelled",
      "ticket-already-cancelled",
    ]);
    assert.equal(cancelled(one.booking), 1);
  });

  test("R48 R84 a refusal is its own: the others are done", async () => {
    const [gone, checkedIn, ...fine] = take(6) as [BookingLine, BookingLine, ...BookingLine[]];
    assert.equal(await cancel(gone.booking), "done");
    execute(
      service.databaseUrl,
      `update ticket set attendee_checked_in_at = 1 where booking_id = '${checkedIn.booking}'`,
    );
    const asked = [fine[0]!, gone, fine[1]!, checkedIn, fine[2]!];
    const answers = await Promise.all([
      ...asked.map((line) => cancel(line.booking)),
      cancel(randomUUID()),
      cancel(fine[3]!.booking),
    ]);
    assert.deepEqual(answers, [
      "done",
      "ticket-already-cancelled",
      "done",
      "attendee-checked-in",
      "done",
      "unknown-booking",
      "done",
    ]);
    assert.equal(cancelled(checkedIn.booking), 0);
  });

  test("P9 one whose write fails fails alone", async () => {
    const [bad, ...fine] = take(6) as [BookingLine, ...BookingLine[]];
    // A seat that is given back although it was never taken: the slot refuses it.
    const ofBad = `starting_at = ${Date.parse(bad.slot_starting_at)}`;
    const [slot] = query(service.databaseUrl, `select taken from slot where ${ofBad}`);
    execute(service.databaseUrl, `update slot set taken = 0 where ${ofBad}`);
    const others = fine.filter((line) => line.slot_starting_at !== bad.slot_starting_at);
    const answers = await Promise.all([bad, ...others].map((line) => cancel(line.booking)));
    execute(
      service.databaseUrl,
      `update slot set taken = ${Number(slot?.["taken"])} where ${ofBad}`,
    );
    assert.notEqual(answers[0], "done");
    assert.notEqual(answers[0], "ticket-already-cancelled");
    assert.deepEqual(new Set(answers.slice(1)), new Set(["done"]));
    assert.equal(cancelled(bad.booking), 0);
    assert.equal(await cancel(bad.booking), "done");
  });

  test("A35 keys keep their promise", async () => {
    const [one, other, third] = take(3) as [BookingLine, BookingLine, BookingLine];
    const key = randomUUID();
    const asked = [
      cancel(one.booking, key),
      cancel(one.booking, key),
      cancel(other.booking, key),
      cancel(one.booking, randomUUID()),
      cancel(third.booking),
    ];
    assert.deepEqual(await Promise.all(asked), [
      "done",
      "done",
      "idempotency-key-reused",
      "ticket-already-cancelled",
      "done",
    ]);
    assert.deepEqual(await Promise.all([cancel(one.booking, key), cancel(other.booking)]), [
      "done",
      "done",
    ]);
    // Once the first answer has outlived its time, the key begins anew.
    execute(
      service.databaseUrl,
      `update outcome set created_at = 1 where idempotency_key = '${key}'`,
    );
    assert.equal(await cancel(one.booking, key), "ticket-already-cancelled");
    assert.equal(await cancel(one.booking, key), "ticket-already-cancelled");
  });

  test("P5 P29 from 2 to 16 racers over two processes, many bookings at once: one wins each", async () => {
    const token = await service.token();
    await using first = await startServerProcess(service.databaseUrl);
    await using second = await startServerProcess(service.databaseUrl);
    const apis = [first.api, second.api];
    for (const racers of [2, 3, 8, 16]) {
      const some = take(Math.min(16, Math.floor(64 / racers)));
      const asked = some.flatMap((line, lineNumber) =>
        Array.from({ length: racers }, async (_, racer) => {
          const { status } = await call(apis[(lineNumber + racer) % 2]!, {
            method: "POST",
            path: cancelPath,
            host: productionHost,
            token,
            body: { booking: line.booking },
          });
          return { booking: line.booking, status };
        }),
      );
      const answers = Map.groupBy(await Promise.all(asked), ({ booking: id }) => id);
      for (const [id, of] of answers) {
        const statuses = of.map(({ status }) => status).toSorted((a, b) => a - b);
        assert.deepEqual(statuses, [200, ...Array.from({ length: racers - 1 }, () => 400)]);
        assert.equal(cancelled(id), 1);
      }
    }
    assert.deepEqual(breaches(service.databaseUrl), []);
  });
});

test("A40 seats freed together go to those who wait, in their order", async () => {
  await using house = await openBookingHouse([slotLine({ capacity: 4 })], "automatic");
  const holders = [];
  for (const who of ["a", "b", "c", "d"]) holders.push(await house.book(who));
  const waiting = [];
  for (const who of ["e", "f", "g", "h"]) waiting.push(await house.book(who));
  const answers = await Promise.all(
    holders
      .slice(0, 3)
      .map(({ booking: { id } }) =>
        cancelBooking(
          house.door,
          { bookingId: id, clientId: "client", requestId: "request", idempotencyKey: null },
          Date.now(),
        ),
      ),
  );
  assert.ok(answers.every((answer) => !isRefused(answer)));
  const statuses = await Promise.all(waiting.map((one) => house.status(one)));
  assert.deepEqual(statuses, ["CONFIRMED", "CONFIRMED", "CONFIRMED", "WAITLIST"]);
  assert.deepEqual(await house.seats(), { capacity: 4, taken: 4, overbookedBy: 0 });
  await house.assertLawful();
});

test("B140 a burst of 150 cancels on a service that had nothing to do is no overload", async () => {
  const lines = Array.from({ length: 150 }, () => booking("burst"));
  await using service = await startTestService([acmeWith(lines)]);
  const token = await service.token();
  await using server = await startServerProcess(service.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  const held = await holdWrites(service.databaseUrl);
  const asked = Promise.all(
    lines.map((line) =>
      call(server.api, {
        method: "POST",
        path: cancelPath,
        host: productionHost,
        token,
        body: { booking: line.booking },
      }),
    ),
  );
  // Long enough for all to be open, and on a busy machine still shorter than a cancel waits for a lock.
  await sleep(500);
  await held[Symbol.asyncDispose]();
  const refused = (await asked).filter(({ status }) => status !== 200);
  assert.deepEqual([...new Set(refused.map(({ text }) => text))], []);
});
