import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { openStore, type Store } from "../../src/store/store.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { operate } from "../harness/operate.ts";
import { breaches, query } from "../harness/database.ts";
import { slotLine } from "../harness/booking-house.ts";
import { runCommand } from "../harness/command.ts";
import { day, hour, minute, openOfferDesk, start } from "../harness/offer-desk.ts";
import { acme } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { testDatabase } from "../harness/test-database.ts";

const kept = "select id, tickets, state, expires_at from hold order by id";
const later = formatInstant(start + hour);
const place = { interaction: "pk_summer", activity: "tasting" };
const seat = { ...place, slot_starting_at: later, ticket_type: "standard" };

/** Two seats that are held, and one that is offered. */
async function openKept() {
  const desk = await openOfferDesk(1, [slotLine({ capacity: 3, starting_at: later })]);
  const holder = await desk.book(day, "a");
  const offered = await desk.book(day + 1, "b");
  await desk.cancel(day + hour, holder);
  const hold = randomUUID();
  const made = await desk.act(day + hour, "makeHold", { ...seat, hold, tickets: 2, seconds: 3600 });
  assert.equal(made.hold, hold);
  return { desk, offered, hold };
}

describe("seats that are kept", () => {
  test("a copy takes them along to a file and back: they are booked, accepted, and end there", async () => {
    const { desk, offered, hold } = await openKept();
    await using _ = desk;
    const { databaseUrl } = desk.house.service;
    await desk.house.service.stop();
    using folder = temporaryFolder();
    await using server = await testDatabase();
    await using second = await testDatabase();
    const file = `sqlite:${folder.path}/copy.db`;
    for (const [from, to] of [
      [databaseUrl, file],
      [file, server.url],
      [file, second.url],
    ] as const) {
      const { status, err } = await runCommand(to, ["copy", "--from", from, "--to", to]);
      assert.equal(status, 0, err);
      assert.deepEqual(ends(query(to, kept)), ends(query(databaseUrl, kept)));
      assert.deepEqual(breaches(to), []);
    }
    for (const to of [file, server.url]) {
      await using opened = openApart(to);
      const act = acting(opened.store, day + hour + minute);
      const booked = await act("book", { ...seat, external_id: "c", tickets: 2, hold });
      assert.equal(booked.history[0].booking_status, "CONFIRMED");
      assert.equal((await act("acceptOffer", { booking: offered })).booking_status, "CONFIRMED");
      assert.deepEqual(breaches(to), []);
    }
    await using opened = openApart(second.url);
    const { store } = opened;
    assert.equal(await store.endDueSeats(day + 2 * hour - 1), 0);
    assert.equal(await store.endDueSeats(day + 2 * hour), 2);
    assert.equal(await store.endDueSeats(day + 2 * hour), 0);
    assert.deepEqual(breaches(second.url), []);
  });
});

const ends = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ id, expires_at, tickets, state }) => [
    String(id),
    Number(expires_at),
    Number(tickets),
    state,
  ]);

function openApart(url: string) {
  const store = openStore(url);
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

const acting =
  (store: Store, now: number) =>
  (name: string, values: object): Promise<any> =>
    operate(store, name, { ...acme, ...values }, { audit: { actor: "test", now } });
