import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { AccountId } from "../src/domain/account.ts";
import { createMetrics } from "../src/operator/metrics.ts";
import { call } from "./harness/call.ts";
import { startDeskWithSlots } from "./harness/desk-with-slots.ts";
import { acmePath } from "./harness/operator-api.ts";
import { campaign } from "./harness/offer-desk.ts";
import { acme, importLines, startTestService } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";

async function linesOf(operator: string, name: string): Promise<string[]> {
  const { text } = await call(operator, { host: "localhost", path: "/metrics" });
  return text.split("\n").filter((line) => line.startsWith(`${name}{`));
}

describe("metrics that a business watches", () => {
  test("count each booking, cancel, promotion and check-in once, when it is committed", async () => {
    const ours = await startDeskWithSlots();
    await using service = ours.service;
    const at = await ours.newSlot(1);
    const bookings = `${acmePath}/bookings`;
    const send = (method: string, path: string, body: object = {}) =>
      ours.desk.ask(method, `${bookings}/${path}`, body);
    const first = (await ours.book("one", { slot_starting_at: at })).json;
    const second = (await ours.book("two", { slot_starting_at: at })).json;
    assert.equal(second.booking_status, "WAITLIST");
    assert.equal((await send("POST", `${first.booking}/cancel`)).status, 200);
    assert.equal((await send("POST", `${first.booking}/cancel`)).status, 409);
    assert.equal((await send("POST", `${second.booking}/promote`)).status, 200);
    assert.equal((await send("POST", `${second.booking}/check-in`)).status, 200);
    const lines = await linesOf(service.operator, "booking_changes_total");
    const expected = ["booked", "cancelled", "promoted", "checked-in"].map(
      (change) =>
        `booking_changes_total{account="acme/production",change="${change}"} ${change === "booked" ? 2 : 1}`,
    );
    assert.deepEqual(lines.toSorted(), expected.toSorted());
  });

  test("count holds, and what each became; offers are none", async () => {
    const ours = await startDeskWithSlots();
    await using service = ours.service;
    const place = { interaction: "pk_summer", activity: "tasting", ticket_type: "standard" };
    const slot_starting_at = await ours.newSlot(2);
    const hold = async (fields: object = {}) => {
      const id = randomUUID();
      const order = { ...place, slot_starting_at, tickets: 1, ...fields };
      const made = await ours.desk.ask("PUT", `${acmePath}/holds/${id}`, order);
      assert.equal(made.status, 201, made.text);
      return id;
    };
    const became = async () =>
      (await linesOf(service.operator, "booking_holds_total")).map((line) =>
        line.replace(/.*became="(.*)"\} /, "$1 "),
      );
    const live = async () =>
      (await call(service.operator, { host: "localhost", path: "/metrics" })).text
        .split("\n")
        .find((line) => line.startsWith("booking_holds_live "));
    const [paid, left] = [await hold(), await hold()];
    assert.equal(await live(), "booking_holds_live 2");
    assert.equal((await ours.book("ada", { slot_starting_at, hold: paid })).status, 201);
    assert.equal((await ours.desk.ask("DELETE", `${acmePath}/holds/${left}`)).status, 204);
    const ending = await hold();
    // A seat that is offered when the hold ends is no hold.
    const { id } = (await service.store.accounts.find(acme))!;
    await importLines(service.store, id, [campaign()]);
    const waiting = (await ours.book("ben", { slot_starting_at })).json;
    const ends = `${acmePath}/holds/${ending}/extend`;
    assert.equal((await ours.desk.ask("POST", ends, { seconds: 1 })).status, 200);
    await until(async () => (await became()).includes("ended 1"));
    const offered = await ours.desk.ask("GET", `${acmePath}/bookings/${waiting.booking}`);
    assert.ok(offered.json.offer_ends_at, offered.text);
    const accept = `${acmePath}/bookings/${waiting.booking}/accept`;
    assert.equal((await ours.desk.ask("POST", accept, {})).status, 200);
    const expected = ["booked 1", "ended 1", "made 3", "released 1"];
    assert.deepEqual((await became()).toSorted(), expected);
    assert.equal(await live(), "booking_holds_live 0");
  });

  test("put what comes beyond a hundred accounts under one label, and keep counting while names are unknown", async () => {
    const metrics = createMetrics(() => 0, "thread");
    metrics.watchStore({
      countLiveHolds: async () => 0,
      accounts: {
        page: async ({ ids }) =>
          ids.map((id) => ({ id, name: { tenant: `t${id}`, environment: "uat" } as const })),
      },
      poolUse: () => [],
    });
    for (let id = 1; id <= 103; id += 1)
      metrics.observeChanges(id as AccountId, ["booked", "moved"]);
    metrics.observeChanges(1 as AccountId, ["booked"]);
    const { text } = await metrics.render();
    const lines = text.split("\n").filter((line) => line.startsWith("booking_changes_total{"));
    assert.equal(lines.length, 101);
    assert.ok(lines.includes('booking_changes_total{account="t1/uat",change="booked"} 2'));
    assert.ok(lines.includes('booking_changes_total{account="other",change="booked"} 3'));
  });

  test("show the use of the connections to a server, of which a file has none", async () => {
    await using service = await startTestService([]);
    const sizes = await linesOf(service.operator, "booking_database_pool_size");
    assert.equal(sizes.length, engine === "postgres" ? 2 : 0, String(sizes));
    const { store } = service;
    await Promise.all(Array.from({ length: 20 }, () => store.probeWrite()));
    for (const { pool, size, inUse, waiting, waits, waitSeconds } of store.poolUse()) {
      assert.ok(size > 0);
      assert.deepEqual([inUse, waiting], [0, 0], pool);
      // More asked at once than the pool for writes has.
      assert.equal(waits > 0 && waitSeconds > 0, pool === "writes", pool);
    }
  });
});
