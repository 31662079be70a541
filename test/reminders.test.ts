import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { reminderSettlesMs } from "../src/domain/reminder.ts";
import { slotLine, slotStart } from "./harness/booking-house.ts";
import { openReminderDesk } from "./harness/reminder-desk.ts";
import { holdWrites } from "./harness/hold-writes.ts";
import { query } from "./harness/query.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = slotStart;
/** When a reminder of an hour before is due. */
const moment = start - hour;
/** When its looker finds it at the earliest. */
const found = moment + reminderSettlesMs;

describe("a reminder", () => {
  test("is due at its moment, to the millisecond, and told once", async () => {
    await using desk = await openReminderDesk();
    const booking = await desk.book(start - day, "ann");
    assert.equal(await desk.tell(found - 1), 0);
    assert.equal(await desk.tell(found), 1);
    assert.equal(await desk.tell(found + 1), 0);
    assert.equal(await desk.tell(start), 0);
    assert.deepEqual(await desk.reminders(booking), [60]);
    const { history, booked_at: bookedAt } = await desk.show(booking);
    assert.equal(bookedAt, formatInstant(start - day));
    assert.deepEqual(history[1], {
      number: 2,
      event: "reminder-due",
      booking_status: "CONFIRMED",
      at: formatInstant(found),
      recorded_at: formatInstant(found),
      actor: "service",
      request_id: null,
      details: { minutes_before: 60, slot_starting_at: formatInstant(start) },
    });
    await desk.assertLawful(start);
  });

  test("is for whoever is CONFIRMED at its moment, and not for whoever is afterwards", async () => {
    for (const [late, told] of [
      [-1, [60]],
      [0, [60]],
      [1, []],
    ] as const) {
      await using desk = await openReminderDesk();
      const booking = await desk.book(moment + late, "ann");
      await desk.tell(found + 5_000);
      assert.deepEqual(await desk.reminders(booking), told, `${late} ms`);
    }
  });

  test("is told of what was decided before its moment and is committed after the look", async () => {
    for (const [looks, told] of [
      [[1_000, 3_999], []],
      [[1_000, 4_000], [60]],
      [[1_000, 4_000, 4_001], [60]],
    ] as const) {
      await using desk = await openReminderDesk({ lines: [slotAt(start + day)] });
      const before = await desk.book(start - day, "bea");
      const mover = await desk.book(start - day, "cleo", { startingAt: start + day });
      const [first, ...others] = looks;
      await desk.tell(moment + first);
      const late = await desk.book(moment, "ann");
      await desk.move(moment, mover, start);
      const imported = await desk.importBooking(moment - minute, "dora");
      for (const look of others) await desk.tell(moment + look);
      assert.deepEqual(await desk.reminders(before), [60]);
      for (const each of [late, mover, imported]) {
        assert.deepEqual(await desk.reminders(each), told, looks.join(", "));
      }
    }
  });

  test("is told of a booking whose transaction waited while its moment was looked at", async () => {
    await using desk = await openReminderDesk();
    const held = await holdWrites(desk.house.service.databaseUrl);
    const waiting = desk.book(moment, "ann");
    let late: string | null = null;
    const told = await desk.tell(found, {
      // Who is CONFIRMED has been read, and the look has not ended.
      pause: async () => {
        if (late !== null) return;
        await held[Symbol.asyncDispose]();
        late = await waiting;
      },
    });
    assert.equal(told, 0);
    const booking = late ?? assert.fail("nothing was looked at");
    assert.deepEqual(await desk.reminders(booking), []);
    assert.equal(await desk.tell(moment + 4_000), 1);
    assert.deepEqual(await desk.reminders(booking), [60]);
    await desk.assertLawful(start);
  });

  test("is told of what is committed up to a minute and a half after its moment", async () => {
    for (const [last, told] of [
      [90_000, [60]],
      [90_001, []],
    ] as const) {
      await using desk = await openReminderDesk();
      const before = await desk.book(start - day, "bea");
      await desk.tell(moment + 1_000);
      await desk.tell(moment + 4_000);
      if (last > 90_000) await desk.tell(moment + 90_000);
      const late = await desk.book(moment, "ann");
      await desk.tell(moment + last);
      assert.deepEqual(await desk.reminders(late), told, `${last} ms`);
      assert.deepEqual(await desk.reminders(before), [60]);
      assert.equal(await desk.tell(start - 1), 0);
    }
  });

  test("is for whoever moves in or up until its moment", async () => {
    for (const [late, told] of [
      [0, [60]],
      [1, []],
    ] as const) {
      await using desk = await openReminderDesk({ lines: [slotAt(start + day)], capacity: 2 });
      const mover = await desk.book(start - day, "ann", { startingAt: start + day });
      const holder = await desk.book(start - day, "bea");
      await desk.book(start - day, "cleo");
      const waiting = await desk.book(start - day, "dora");
      await desk.act(start - day, "cancelBooking", { booking: holder });
      await desk.act(moment + late, "promoteBooking", { booking: waiting });
      await desk.act(start - day, "changeSlotCapacity", {
        ...desk.place,
        starting_at: formatInstant(start),
        capacity: 3,
      });
      await desk.move(moment + late, mover, start);
      await desk.tell(found + 5_000);
      assert.deepEqual(await desk.reminders(waiting), told, `promoted ${late} ms`);
      assert.deepEqual(await desk.reminders(mover), told, `moved ${late} ms`);
      assert.deepEqual(await desk.reminders(holder), [], "cancelled");
    }
  });

  test("is armed again by a move to a start whose moment is to come", async () => {
    await using desk = await openReminderDesk({ lines: [slotAt(start + day)] });
    const booking = await desk.book(start - day, "ann");
    await desk.tell(found);
    await desk.move(found + 1, booking, start + day);
    await desk.tell(found + 2);
    assert.deepEqual(await desk.reminders(booking), [60]);
    await desk.tell(found + day);
    assert.deepEqual(await desk.reminders(booking), [60, 60]);
    // The moment of its first start has passed.
    await desk.move(found + 3, booking, start);
    await desk.tell(found + 4);
    assert.deepEqual(await desk.reminders(booking), [60, 60]);
  });

  test("follows a slot that gets another start", async () => {
    await using desk = await openReminderDesk();
    const booking = await desk.book(start - day, "ann");
    // The look at the next hour has been made when the slot comes nearer.
    await desk.tell(start - day);
    const earlier = start - day + 90 * minute;
    const change = { ...desk.place, starting_at: formatInstant(start) };
    await desk.act(start - day, "changeSlot", { ...change, to_slot: formatInstant(earlier) });
    await desk.tell(earlier - hour + reminderSettlesMs - 1);
    assert.deepEqual(await desk.reminders(booking), []);
    await desk.tell(earlier - hour + reminderSettlesMs);
    assert.deepEqual(await desk.reminders(booking), [60]);
  });

  test("comes late after a pause, once for each number, and not after the start", async () => {
    await using desk = await openReminderDesk({
      minutes: [1440, 60, 5],
      lines: [slotAt(start + hour)],
    });
    const first = await desk.book(start - 2 * day, "ann");
    const second = await desk.book(start - 2 * day, "bea", { startingAt: start + hour });
    await desk.tell(start + reminderSettlesMs);
    assert.deepEqual(await desk.reminders(first), [], "it has begun");
    assert.deepEqual(new Set(await desk.reminders(second)), new Set([1440, 60]));
    await desk.tell(start + 55 * minute + reminderSettlesMs);
    assert.deepEqual((await desk.reminders(second)).at(-1), 5);
    const { history } = await desk.show(second);
    const times = history.slice(1).map((event: { recorded_at: string }) => event.recorded_at);
    assert.equal(new Set(times).size, 3, "a delivery knows them apart by their times");
    await desk.assertLawful(start + hour);
  });

  test("is of the numbers that were in force at its moment", async () => {
    await using desk = await openReminderDesk({ minutes: null });
    const booking = await desk.book(start - day, "ann");
    await desk.setMinutes(moment, [60, 30]);
    await desk.tell(found + minute);
    assert.deepEqual(await desk.reminders(booking), [], "60 came into force with its moment");
    await desk.setMinutes(moment + 2 * minute, [30, 20]);
    await desk.tell(start - 30 * minute + reminderSettlesMs);
    assert.deepEqual(await desk.reminders(booking), [30], "30 is in force all the time");
    await desk.setMinutes(start - 25 * minute, [30]);
    await desk.tell(start - 1);
    assert.deepEqual(await desk.reminders(booking), [30], "20 ended before its moment");
    await desk.setMinutes(start - 1, null);
    assert.deepEqual(query(desk.house.service.databaseUrl, "select * from reminder"), []);
  });

  test("is not told of what is imported after its moment, whatever the file says", async () => {
    await using desk = await openReminderDesk();
    const early = await desk.importBooking(moment - minute, "ann");
    const late = await desk.importBooking(moment + 1, "bea");
    await desk.tell(found + minute);
    assert.deepEqual(await desk.reminders(early), [60]);
    assert.deepEqual(await desk.reminders(late), []);
  });

  test("counts as nothing that was done here, and an export says no other time", async () => {
    await using desk = await openReminderDesk();
    const booking = await desk.importBooking(start - day, "ann");
    const before = await desk.exported(booking);
    await desk.tell(found);
    assert.deepEqual(await desk.exported(booking), before);
  });

  test("is a change of the feed, after those before it", async () => {
    await using desk = await openReminderDesk();
    const read = (after: string) => desk.act(start, "listChanges", { after });
    const { cursor } = await desk.act(start - day, "listChanges", {});
    const booking = await desk.book(start - day, "ann");
    await desk.tell(found);
    const { changes } = await read(cursor);
    assert.deepEqual(
      changes.map((each: any) => [each.change, each.minutes_before, each.actor, each.at]),
      [
        ["booked", undefined, "test", formatInstant(start - day)],
        ["reminder-due", 60, "service", formatInstant(found)],
      ],
    );
    assert.equal(changes[1].booking.booking, booking);
    assert.equal(changes[1].booking.changed_at, formatInstant(start - day));
    assert.deepEqual((await read(changes[0].cursor)).changes.length, 1);
    assert.deepEqual((await read(changes[1].cursor)).changes, []);
  });

  test("is told once by several processes at one time, of all bookings", async () => {
    await using desk = await openReminderDesk({ capacity: 300 });
    const bookings = await desk.bookMany(start - day, 130);
    const counts = await Promise.all([desk.tell(found), desk.tell(found), desk.tell(found)]);
    assert.equal(
      counts.reduce((sum, each) => sum + each, 0),
      130,
    );
    for (const booking of bookings) assert.deepEqual(await desk.reminders(booking), [60]);
  });

  test("goes on where a process was stopped between two portions", async () => {
    await using desk = await openReminderDesk({ capacity: 300 });
    await desk.bookMany(start - day, 130);
    const stopper = new AbortController();
    const told = await desk.tell(found, {
      stopping: stopper.signal,
      pause: async () => stopper.abort(),
    });
    assert.ok(told > 0 && told < 130, `${told}`);
    assert.equal(await desk.tell(found + 1_999), 0, "another process may be about it");
    assert.equal(await desk.tell(found + 2_000), 130 - told);
  });
});

function slotAt(startingAt: number): object {
  return slotLine({ starting_at: formatInstant(startingAt), capacity: 8 });
}
