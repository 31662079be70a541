import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { formatInstant } from "../src/domain/instant.ts";
import { reminderSettlesMs } from "../src/domain/reminder.ts";
import { slotLine, slotStart } from "./harness/booking-house.ts";
import { acmePath } from "./harness/operator-api.ts";
import { query } from "./harness/query.ts";
import { openReminderDesk } from "./harness/reminder-desk.ts";
import { catalogue } from "./harness/seed.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk } from "./harness/webhook-desk.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** When a reminder of an hour before is found at the earliest. */
const found = slotStart - hour + reminderSettlesMs;
const dying = fileURLToPath(import.meta.resolve("./harness/dying-reminders.ts"));

describe("a reminder", () => {
  test("is told once, whatever step its process is killed at", async () => {
    await using desk = await openReminderDesk({ capacity: 300 });
    const bookings = await desk.bookMany(slotStart - day, 130);
    const { databaseUrl } = desk.house.service;
    const told = () =>
      Number(
        query(
          databaseUrl,
          "select count(*) as n from booking_event where kind = 'reminder-due'",
        )[0]?.["n"],
      );
    const counts = new Set<number>();
    let kills = 0;
    for (let isDone = false; !isDone;) {
      // Another process goes on when the killed one has been silent for a while.
      const now = found + kills * 3_000;
      const words = [dying, databaseUrl, String(now), String(kills + 1)];
      const { signal, status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
      counts.add(told());
      isDone = signal === null;
      if (isDone) assert.equal(status, 0, stderr);
      else kills += 1;
    }
    assert.ok(kills > 3, `${kills} kills`);
    assert.ok(counts.has(0) && counts.size > 2, `killed between: ${[...counts].join(", ")}`);
    for (const booking of bookings) assert.deepEqual(await desk.reminders(booking), [60]);
    await desk.assertLawful(slotStart);
  });

  test("is told of bookings of several slots in one transaction", async () => {
    const others = [slotStart - 2 * 60_000, slotStart - 60_000];
    const starts = [...others, slotStart];
    const lines = others.map((at) => slotLine({ starting_at: formatInstant(at), capacity: 2 }));
    await using desk = await openReminderDesk({ lines });
    for (const startingAt of starts) await desk.book(slotStart - day, "guest", { startingAt });
    let clock = found;
    assert.equal(await desk.tell(found, { now: () => clock++ }), starts.length);
    const times = query(
      desk.house.service.databaseUrl,
      "select distinct recorded_at from booking_event where kind = 'reminder-due'",
    );
    assert.equal(times.length, 1);
  });

  test("reaches a webhook that asks for reminders, with its minutes, and is explained", async () => {
    await using ours = await WebhookDesk.open();
    const place = { interaction: "pk_summer", activity: "tasting" };
    const starting = formatInstant(slotStart);
    const campaign = catalogue.find(
      (line) => "public_key" in line && line.public_key === "pk_summer",
    );
    const edits = [
      { line: { ...campaign, reminder_minutes: [60] } },
      { line: { kind: "slot", ...place, starting_at: starting, capacity: 3 } },
    ];
    const edited = await ours.desk.ask("POST", `${acmePath}/catalogue`, { edits });
    assert.equal(edited.status, 200, edited.text);
    const wish = { ...place, slot_starting_at: starting, ticket_type: "standard" };
    const booked = await ours.desk.ask("POST", `${acmePath}/bookings`, {
      ...wish,
      external_id: "reminded",
    });
    assert.equal(booked.status, 201, booked.text);
    await ours.make({ events: ["booking.reminder-due"] });
    const count = await ours.service.store.tellReminders({
      now: () => found,
      pause: async () => {},
      stopping: { aborted: false },
    });
    assert.ok(count > 0);
    const { booking } = booked.json;
    const post = await until(() =>
      ours.receiver.received.find(({ data }) => data.booking?.booking === booking),
    );
    assert.equal(post.type, "booking.reminder-due");
    const feed = await ours.desk.ask("GET", `${acmePath}/changes?after=start`);
    const line = feed.json.changes.find(
      (each: any) => each.change === "reminder-due" && each.booking.booking === booking,
    );
    assert.deepEqual(
      [line.minutes_before, line.actor, line.at],
      [60, "service", formatInstant(found)],
    );
    assert.deepEqual({ ...post.data, cursor: line.cursor }, line);
    assert.deepEqual(
      new Set(ours.receiver.received.map(({ type }) => type)),
      new Set(["booking.reminder-due"]),
    );
    const explained = await ours.desk.ask("GET", `${acmePath}/bookings/${booking}/explain`);
    const { event, details } = explained.json.history.at(-1);
    assert.deepEqual(
      [event, details],
      ["reminder-due", { minutes_before: 60, slot_starting_at: starting }],
    );
  });
});
