import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../src/domain/refusal.ts";
import type { AccountStore } from "../src/store/account-store.ts";
import type { Store } from "../src/store/store.ts";
import { demoAccount } from "../src/domain/demo-account.ts";
import { createDemo } from "../playground/demo/create-demo.ts";
import { exportDataFile } from "../src/usecases/operator/export-data-file.ts";
import { freshenDemo } from "../playground/demo/freshen-demo.ts";
import { verifyAccount } from "../src/usecases/operator/verify-account.ts";
import { changeBooking, eraseContact } from "./harness/desk-acts.ts";
import { execute } from "./harness/query.ts";
import { openTestStores } from "./harness/service.ts";

const hourMs = 3_600_000;
const openHouse = { publicKey: "pk_summer", activityId: "open-house" } as const;
const audit = (now: number) => ({ actor: "operator: jo", now });

async function makeDemo(store: Store, at: number) {
  const account = await createDemo(store, audit(at));
  if (isRefused<{ why: string }>(account)) assert.fail(account.refused.why);
  return { accountId: account.id, door: store.account(account.id) };
}

async function linesOf(door: AccountStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportDataFile(door)) lines.push(JSON.stringify(line));
  return lines;
}

const arrivedOf = async (door: AccountStore, startingAt: number) => {
  const arrivals = await door.readArrivals({ ...openHouse, hostId: null, startingAt });
  return isRefused(arrivals) ? 0 : arrivals.checkIns.length;
};

describe("the demo's open house", () => {
  const now = Date.now();

  test("has arrivals again when the demo is started a day later, and nothing else is changed", async () => {
    await using stores = await openTestStores(1);
    const store = stores.first;
    const { accountId, door } = await makeDemo(store, now - 26 * hourMs);
    // What a person did: somebody is let in, somebody cancelled, some forgotten.
    const upcoming = await door.findBookings({
      externalId: "CUST-1001",
      statuses: ["CONFIRMED"],
      limit: 5,
    });
    for (const [index, kind] of (["check-in", "cancel"] as const).entries()) {
      const id = upcoming[index]?.booking.id ?? assert.fail();
      const changed = await changeBooking(store, audit(now), id, demoAccount, {
        kind,
        ticket: null,
      });
      assert.ok(!isRefused(changed), JSON.stringify(changed));
    }
    const forgotten = Array.from({ length: 40 }, (_, index) => `CUST-${1002 + index}`);
    for (const externalId of forgotten) {
      const contact = await door.findContact({ externalId });
      if (contact === null) continue;
      const order = { contactId: contact.id, upcoming: "cancel" } as const;
      const erased = await eraseContact(store, audit(now), demoAccount, order);
      assert.ok(!isRefused(erased), JSON.stringify(erased));
    }

    const before = await linesOf(door);
    assert.equal(await freshenDemo(store, accountId, audit(now)), 15);
    const after = new Set(await linesOf(door));
    for (const line of before) assert.ok(after.has(line), line);
    const added = [...after].filter((line) => !before.includes(line));
    assert.ok(added.every((line) => JSON.parse(line).activity === "open-house"));
    assert.ok(added.length > 40);
    for (const externalId of forgotten) {
      assert.equal(await door.findContact({ externalId }), null, externalId);
    }
    const begun = await door.findSlots({
      ...openHouse,
      from: now - 3 * hourMs,
      to: now,
      limit: 50,
    });
    let arrived = 0;
    for (const { startingAt } of begun) arrived += await arrivedOf(door, startingAt);
    assert.ok(arrived > 10, `${arrived} arrived`);
    const laws = await verifyAccount(store, demoAccount);
    if (isRefused(laws)) assert.fail();
    assert.deepEqual(laws.violations, []);
  });

  test("continues where the data ends, and a start soon after the last adds nothing", async () => {
    await using stores = await openTestStores(1);
    const store = stores.first;
    const { accountId, door } = await makeDemo(store, now - 5 * hourMs);
    assert.equal(await freshenDemo(store, accountId, audit(now - 5 * hourMs)), 0);
    assert.equal(await freshenDemo(store, accountId, audit(now)), 10);
    const lines = await linesOf(door);
    assert.equal(await freshenDemo(store, accountId, audit(now)), 0);
    assert.deepEqual(await linesOf(door), lines);
    const found = await door.findSlots({ ...openHouse, limit: 100 });
    assert.equal(found.length, 25);
  });

  test("stays closed where somebody has taken it apart", async () => {
    await using stores = await openTestStores(1);
    const store = stores.first;
    const { accountId, door } = await makeDemo(store, now - 26 * hourMs);
    execute(
      stores.databaseUrl,
      "update interaction set public_key = 'pk_mine' where public_key = 'pk_summer'",
    );
    const lines = await linesOf(door);
    assert.equal(await freshenDemo(store, accountId, audit(now)), 0);
    assert.deepEqual(await linesOf(door), lines);
  });
});
