import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { openStore } from "../../src/store/store.ts";
import { openBookingHouse, slotLine, slotStart } from "../harness/booking-house.ts";
import { auditContext, removeFromCatalogue } from "../harness/catalogue-edits.ts";
import { bookSlot, type FoundBooking } from "../harness/desk-acts.ts";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { acme, audit } from "../harness/service.ts";
import { summerCampaign } from "../harness/summer-campaign.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting, uuidOf } from "../import/importing.ts";
import { activity, booking, group, interaction, slot, ticketType } from "../import/lines.ts";

test("A40 who moves up is first in line after an import has changed the line meanwhile", async () => {
  await using house = await openBookingHouse([slotLine({ capacity: 1 })], "automatic");
  const ann = await house.book("ann");
  const first = await house.book("first");
  const second = await house.book("second");
  await using importing = await holdLocks(house.service.databaseUrl);
  const later = second.booking.bookedAt + 1;
  await importing.hold(
    "update booking set booked_at = $2 where id = $1",
    first.booking.id,
    String(later),
  );
  const cancelling = house.change(ann, { kind: "cancel", ticket: null });
  await until(async () => (await importing.blocked()) === 1);
  await importing.release();
  assert.equal(await cancelling, "CANCELLED");
  assert.equal(await house.status(first), "WAITLIST");
  assert.equal(await house.status(second), "CONFIRMED");
});

test("A40 a campaign that becomes automatic leaves nobody waiting beside a seat that was freed meanwhile", async () => {
  const evening = "2031-05-01T20:00:00Z";
  await using house = await openBookingHouse([
    slotLine({ capacity: 1 }),
    slotLine({ capacity: 0, starting_at: evening }),
  ]);
  const ann = await house.book("ann");
  const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null };
  const startingAt = Date.parse(evening);
  await house.book("eve", { place: { ...place, startingAt } });
  await using slots = await holdLocks(house.service.databaseUrl);
  await slots.hold("select from slot where starting_at = $1 for update", String(startingAt));
  const switching = house.save({ ...summerCampaign, waitlist_promotion: "automatic" });
  await until(async () => (await slots.blocked()) === 1);
  const bob = await house.book("bob");
  assert.equal(bob.booking.status, "WAITLIST");
  assert.equal(await house.change(ann, { kind: "cancel", ticket: null }), "CANCELLED");
  assert.equal(await house.status(bob), "WAITLIST");
  await slots.release();
  await switching;
  assert.equal(await house.status(bob), "CONFIRMED");
  await house.assertLawful();
});

test("a ticket type that is booked while it is removed is in use", async () => {
  await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
  await using history = await holdLocks(house.service.databaseUrl);
  await history.hold("lock table booking_event in share row exclusive mode");
  const booking = house.book("ann", { ticketTypeId: "open" });
  await until(async () => (await history.blocked()) === 1);
  const removing = removeFromCatalogue(house.service.store, auditContext(), acme, {
    kind: "ticket_type",
    interaction: "pk_summer",
    activity: "tasting",
    id: "open",
    display_name: "",
    has_limited_capacity: false,
  });
  await until(async () => (await history.waiting()) === 2);
  await history.release();
  assert.equal((await booking).booking.status, "CONFIRMED");
  const removed = await removing;
  assert.equal(removed?.refused.why, "in-use");
  await house.assertLawful();
});

describe("P6 A87 a waiting booking that is cancelled between two statements of a booking behind it", () => {
  const vip = { kind: "ticket_type", interaction: "pk_summer", activity: "tasting", id: "vip" };
  const vipType = { ...vip, display_name: "VIP", has_limited_capacity: true, capacity_per_slot: 1 };
  const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null };
  const portionsMax = 40;

  /** Books while the cancel happens before the Nth portion of statements, for every N; `waits` says who waits. */
  const cancelBetween = async (late: string, types: readonly string[]): Promise<void> => {
    const hours = Array.from({ length: portionsMax }, (_, hour) => slotStart + hour * 3_600_000);
    const slots = hours.map((at) => slotLine({ capacity: 9, starting_at: formatInstant(at) }));
    await using house = await openBookingHouse([vipType, ...slots]);
    await using proxy = await startFaultProxy(house.service.databaseUrl);
    const store = openStore(proxy.url, { timeouts: "request" });
    try {
      let isOver = false;
      for (const startingAt of hours) {
        if (isOver) break;
        const at = { place: { ...place, startingAt } };
        await house.book("first", { ...at, ticketTypeId: "vip" });
        const waiting: FoundBooking["details"][] = [];
        for (const ticketTypeId of types)
          waiting.push(await house.book("w", { ...at, ticketTypeId }));
        const raised = {
          ...at,
          capacity: 9,
          limits: { vip: 5 },
          overbook: false,
          amongCampaigns: null,
        };
        await house.door.changeCapacity(audit(), raised);
        let left = hours.indexOf(startingAt);
        proxy.meet(({ from }) => {
          if (from === "database" || left-- !== 0) return "pass";
          const cancelled = sleep(2).then(() =>
            house.change(waiting[0]!, { kind: "cancel", ticket: null }),
          );
          return { until: cancelled };
        });
        const request = { ...at, ticketTypeId: late, externalId: "late", tickets: 1 };
        const booked = await bookSlot(store, audit(), acme, request);
        proxy.calm();
        assert.ok(!isRefused(booked));
        isOver = left >= 0;
        if (types.length > 1) assert.equal(booked.details.booking.status, "WAITLIST");
        await house.assertLawful();
      }
      assert.ok(isOver, `more than ${portionsMax} portions`);
    } finally {
      await store.close();
    }
  };

  test("was there or was not, by the times of both", () => cancelBetween("standard", ["vip"]));

  test("hides nobody behind it", () => cancelBetween("vip", ["vip", "vip"]));
});

describe("an import that changes a waiting booking", () => {
  const waiting = booking("first", { booking_status: "WAITLIST" });
  const file = [
    group(),
    interaction({ waitlist_promotion: "automatic" }),
    activity(),
    ticketType(),
  ];
  const later = { ...waiting, booked_at: "2030-04-15T11:00:00Z" };

  test("locks it after its slot, like its cancel", async () => {
    await using importing = await startImporting();
    await imported(importing, [...file, slot({ capacity: 0 }), waiting]);
    await using cancelling = await holdLocks(importing.databaseUrl);
    await cancelling.hold("select from slot for no key update");
    const updating = importing.import([later], { update: true });
    await until(async () => (await cancelling.blocked()) === 1);
    await cancelling.hold(
      "select from booking where id = $1 for no key update nowait",
      uuidOf("first"),
    );
    await cancelling.release();
    assert.ok(!("errors" in (await updating)));
  });

  test("locks one that joined the waitlist meanwhile after its slot, too", async () => {
    await using importing = await startImporting();
    await imported(importing, [...file, slot({ capacity: 2 }), booking("first")]);
    await using moving = await holdLocks(importing.databaseUrl);
    await using cancelling = await holdLocks(importing.databaseUrl);
    await moving.hold("update booking set booking_status = 'WAITLIST'");
    await cancelling.hold("select from slot for no key update");
    const changed = booking("first", { external_id: "CUST-other" });
    const updating = importing.import([changed], { update: true });
    await until(async () => (await moving.blocked()) === 1);
    await moving.release();
    await until(async () => (await cancelling.blocked()) === 1);
    await cancelling.hold("select from booking for no key update nowait");
    await cancelling.release();
    assert.ok(!("errors" in (await updating)));
  });

  test("reads it anew where another change came first", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    await imported(importing, [...file, slot({ capacity: 0 }), waiting]);
    await using changing = await holdLocks(importing.databaseUrl);
    await changing.hold("select from slot for no key update");
    const updating = importing.import([later], { update: true });
    await until(async () => (await changing.blocked()) === 1);
    const overbooked = "update slot set taken = 1, overbooked_by = 1";
    const promoted = "update booking set booking_status = 'CONFIRMED', booked_at = booked_at + 1";
    const event = `
      insert into booking_event (account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, details)
      select account_id, id, 2, 'promoted', 'CONFIRMED', booked_at, $1, 'test', $2
      from booking`;
    for (const text of [overbooked, promoted]) await changing.hold(text);
    await changing.hold(event, String(now), '{"seats_taken":1}');
    await changing.release();
    const answer = await updating;
    assert.deepEqual("kept" in answer && answer.kept, { booking: 1 });
    assert.deepEqual((await account.checkInvariants(now)).violations, []);
  });
});
