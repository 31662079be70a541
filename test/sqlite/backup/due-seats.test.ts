import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { isRefused } from "../../../src/domain/refusal.ts";
import { openStore, restoreStore, type Store } from "../../../src/store/store.ts";
import { formatInstant } from "../../../src/domain/instant.ts";
import { slotLine, slotStart } from "../../harness/booking-house.ts";
import { query } from "../../harness/database.ts";
import { createAccount, operate } from "../../harness/operate.ts";
import { catalogue, productionHost } from "../../harness/seed.ts";
import { acme, audit, importLines } from "../../harness/service.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const minute = 60_000;
const quiet = { replace: true, onProgress: () => {}, onChecking: () => {} };

/** A database on which no server runs, in whose only slot one of two seats is held for a minute. */
async function openHeld(folder: string, now: number): Promise<{ store: Store; url: string }> {
  const url = `sqlite:${folder}/booking.db`;
  const store = openStore(url);
  await store.migrate(now);
  const created = await createAccount(store, audit(), acme, [productionHost], []);
  assert.ok(!isRefused(created));
  await importLines(store, created.id, [...catalogue, slotLine({ capacity: 2 })]);
  const values = {
    ...acme,
    hold: randomUUID(),
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: formatInstant(slotStart),
    ticket_type: "standard",
    seconds: 60,
  };
  await operate(store, "makeHold", values, { audit: { actor: "test", now } });
  return { store, url };
}

const held = (url: string) =>
  query(url, "select state, taken, next_end_at from hold cross join slot").map(Object.values);

describe("a hold whose time has passed", () => {
  test("is ended in a backup, and the database keeps it until a server runs", async () => {
    using folder = temporaryFolder();
    const now = Date.now();
    const { store, url } = await openHeld(folder.path, now);
    const file = `${folder.path}/backup.db`;
    const live = [["live", 1, now + minute]];
    await store.backUp({ file, now: now + minute - 1, ...quiet });
    assert.deepEqual(held(`sqlite:${file}`), live);
    await store.backUp({ file, now: now + minute, ...quiet });
    assert.deepEqual(held(`sqlite:${file}`), [["ended", 0, null]]);
    assert.deepEqual(held(url), live);
    await store.close();
  });

  test("is ended when a backup is restored", async () => {
    using folder = temporaryFolder();
    const now = Date.now();
    const { store, url } = await openHeld(folder.path, now);
    const file = `${folder.path}/backup.db`;
    await store.backUp({ file, now, ...quiet });
    await store.close();
    for (const [at, left] of [
      [now + minute - 1, ["live", 1, now + minute]],
      [now + minute, ["ended", 0, null]],
    ] as const) {
      const made = await restoreStore(url, { file, audit: { actor: "test", now: at }, ...quiet });
      assert.ok(!isRefused(made));
      assert.deepEqual(held(url), [left]);
    }
  });
});
