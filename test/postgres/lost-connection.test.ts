import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { AccountId } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { cut } from "../../proofs/programs/cut.ts";
import { proveBriefly } from "../../proofs/running/prove-briefly.ts";
import { breaches, query } from "../harness/database.ts";
import {
  startFaultProxy,
  type Fate,
  type FaultProxy,
  type Portion,
} from "../harness/fault-proxy.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/**
 * Promise P4: an outcome that the service could not learn is never answered wrongly. The connection
 * between the service and PostgreSQL is cut, or falls silent, at every step of a cancel, once before
 * the statement arrives and once before its answer does.
 */
describe("P4 a connection lost in the middle of a cancel", () => {
  let direct: TestService;
  let proxy: FaultProxy;
  let store: Store;
  let accountId: AccountId;
  let clientId: string;
  let bookings: BookingId[];

  before(async () => {
    const lines = Array.from({ length: 200 }, () => booking("lost"));
    bookings = lines.map((line) => line.booking as BookingId);
    direct = await startTestService([acmeWith(lines)]);
    accountId = (await direct.store.accounts.find(acme))?.id ?? assert.fail();
    ({ clientId } = await direct.credential());
    proxy = await startFaultProxy(direct.databaseUrl);
    // Nothing but cancels goes over this one.
    store = openStore(proxy.url, { timeouts: "request" });
  });

  after(async () => {
    await store.close();
    await proxy[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });

  /** The status that a caller would see. */
  async function cancel(
    bookingId: BookingId,
    idempotencyKey: string | null,
  ): Promise<200 | 400 | 503> {
    const order = { bookingId, clientId, requestId: "test", idempotencyKey };
    try {
      return isRefused(await cancelBooking(store.account(accountId), order, Date.now()))
        ? 400
        : 200;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return 503;
      throw error;
    }
  }

  const isCancelled = (id: BookingId): boolean =>
    query(direct.databaseUrl, `select booking_status from booking where id = '${id}'`)[0]?.[
      "booking_status"
    ] === "CANCELLED";

  test("the answer agrees with the database, cut, silent or slow at each step", async () => {
    const { figures } = await proveBriefly(cut, 1);
    assert.ok(Number(figures["steps"]) >= 5 && Number(figures["faults"]) > 20);
  });

  /** Does something to the answer to COMMIT, `times` times. */
  function meetCommits(times: number, fate: (answer: Portion) => Fate): void {
    let left = times;
    proxy.meet((portion) => {
      if (portion.from === "service" || !portion.text.includes("COMMIT\0") || left === 0)
        return "pass";
      left -= 1;
      return fate(portion);
    });
  }

  test("committed here but not on the standby yet: told only when a later write got there", async () => {
    const id = bookings.pop()!;
    meetCommits(1, notReplicated);
    assert.equal(await cancel(id, null), 200);
    assert.ok(isCancelled(id));
  });

  test("a standby that does not come back: 503, and the key tells the truth later", async () => {
    const id = bookings.pop()!;
    meetCommits(1_000, notReplicated);
    assert.equal(await cancel(id, "standby"), 503);
    // It can be read by now, and a failover would still forget it.
    assert.ok(isCancelled(id));
    assert.equal(await cancel(id, "standby"), 503);
    proxy.calm();
    assert.ok(isCancelled(id));
    assert.equal(await cancel(id, "standby"), 200);
    assert.equal(await cancel(id, "another"), 400);
  });

  test("answers lost again and again: 503, never a wrong word", async () => {
    const id = bookings.pop()!;
    meetCommits(1_000, () => "cut");
    assert.equal(await cancel(id, "again"), 503);
    proxy.calm();
    assert.equal(await cancel(id, "again"), 200);
  });

  /** Books a seat for somebody new; `unavailable` when it is not known or not done. */
  async function book(bookingId: BookingId, externalId: string): Promise<string> {
    const place = {
      publicKey: "pk_summer",
      activityId: "tasting",
      hostId: null,
      startingAt: Date.UTC(2030, 4, 1, 8),
    };
    const order = {
      place,
      ticketTypeId: "standard",
      externalId,
      attendees: [null],
      overbook: false,
      bookingId,
      contactId: randomUUID(),
    };
    try {
      const answer = await store.account(accountId).book({ actor: "test", now: Date.now() }, order);
      return isRefused(answer) ? JSON.stringify(answer) : answer.status;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return "unavailable";
      throw error;
    }
  }

  const bookingsOf = (externalId: string) =>
    query(
      direct.databaseUrl,
      `select booking.id from booking join contact on contact.number = contact_number where external_id = '${externalId}'`,
    );

  test("a booking whose answer is lost is made, told, and made once", async () => {
    // Brings the process numbers for new contacts, whose COMMIT would be the lost one.
    assert.equal(await book(randomUUID() as BookingId, "one before"), "CONFIRMED");
    const bookingId = randomUUID() as BookingId;
    meetCommits(1, () => "cut");
    assert.equal(await book(bookingId, "lost-too"), "CONFIRMED");
    assert.deepEqual(bookingsOf("lost-too"), [{ id: bookingId }]);
    assert.deepEqual(breaches(direct.databaseUrl), []);
  });

  for (const delayMs of [1_900, 2_500]) {
    test(`B195 a booking whose writes and COMMIT arrive ${delayMs} ms late is made once`, async () => {
      const who = `late by ${delayMs}`;
      const bookingId = randomUUID() as BookingId;
      // Rows of a new contact are written in the piece that ends with COMMIT.
      let delayed = 0;
      proxy.meet(({ from, text }) => {
        if (from !== "service" || !text.includes(who) || !text.includes(bookingId)) return "pass";
        delayed += 1;
        return delayed === 1 ? { delayMs } : "pass";
      });
      const answer = await book(bookingId, who);
      assert.ok(["CONFIRMED", "unavailable"].includes(answer), answer);
      await until(() => bookingsOf(who).length > 0);
      proxy.calm();
      assert.equal(delayed, 1, "it was written a second time");
      assert.deepEqual(bookingsOf(who), [{ id: bookingId }]);
      assert.deepEqual(breaches(direct.databaseUrl), []);
    });
  }

  test("a refusal whose commit is lost is still that refusal", async () => {
    const id = bookings.pop()!;
    assert.equal(await cancel(id, null), 200);
    meetCommits(1, () => "cut");
    assert.equal(await cancel(id, null), 400);
    meetCommits(1, () => "cut");
    assert.equal(await cancel(id, "refused"), 400);
  });
});

/** What PostgreSQL sends when it stops waiting for a synchronous standby: a warning, then COMMIT. */
function notReplicated(answer: Portion): Fate {
  const fields = ["SWARNING", "VWARNING", "C01000", "Mcanceling wait for synchronous replication"];
  const body = Buffer.from(`${fields.join("\0")}\0\0`);
  const head = Buffer.alloc(5);
  head.write("N");
  head.writeInt32BE(body.length + 4, 1);
  return { insteadOf: Buffer.concat([head, body, Buffer.from(answer.text, "latin1")]) };
}
