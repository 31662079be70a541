import assert from "node:assert/strict";
import { test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { acmePath } from "./harness/operator-api.ts";
import { catalogue } from "./harness/seed.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk } from "./harness/webhook-desk.ts";

const minute = 60_000;

test("a webhook gets each reminder that is due with its own minutes, also of two that are told at once", async () => {
  await using ours = await WebhookDesk.open();
  const campaign = catalogue.find(
    (line) => "public_key" in line && line.public_key === "pk_summer",
  );
  const place = { interaction: "pk_summer", activity: "tasting" };
  const start = Date.UTC(2031, 4, 5, 8);
  const slot = { kind: "slot", ...place, starting_at: formatInstant(start), capacity: 3 };
  const edits = [{ line: { ...campaign, reminder_minutes: [60, 30] } }, { line: slot }];
  const saved = await ours.desk.ask("POST", `${acmePath}/catalogue`, { edits });
  assert.equal(saved.status, 200, saved.text);
  const { id } = await ours.make({ events: ["booking.reminder-due"] });
  const wish = { ...place, slot_starting_at: slot.starting_at, ticket_type: "standard" };
  const path = `${acmePath}/bookings`;
  const { json: booked } = await ours.desk.ask("POST", path, { ...wish, external_id: "ann" });
  // Both moments pass before anybody looks.
  const told = await ours.service.store.tellReminders({
    now: () => start - 10 * minute,
    pause: async () => {},
    stopping: { aborted: false },
  });
  assert.equal(told, 2);
  await until(() => ours.receiver.received.length >= 2);
  const minutesOf = (told: readonly any[]) =>
    told.map(({ minutes_before: minutes }) => minutes).toSorted((one, other) => one - other);
  const posts = ours.receiver.received;
  assert.deepEqual(minutesOf(posts.map(({ data }) => data)), [30, 60]);
  assert.deepEqual(
    new Set(posts.map(({ type, data }) => `${type} ${data.booking?.booking}`)),
    new Set([`booking.reminder-due ${booked.booking}`]),
  );
  const feed = await ours.desk.ask("GET", `${acmePath}/changes?after=start`);
  const due = feed.json.changes.filter(({ change }: any) => change === "reminder-due");
  assert.deepEqual(minutesOf(due), [30, 60]);
  await ours.remove(id);
});
