import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccountId } from "../src/domain/account.ts";
import { createMetrics } from "../src/operator/metrics.ts";
import { call } from "./harness/call.ts";
import { startDeskWithSlots } from "./harness/desk-with-slots.ts";
import { acmePath } from "./harness/operator-api.ts";
import { startTestService } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";

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
