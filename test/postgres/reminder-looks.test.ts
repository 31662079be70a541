import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { formatInstant } from "../../src/domain/instant.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { slotLine, slotStart } from "../harness/booking-house.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { openReminderDesk } from "../harness/reminder-desk.ts";
import { until } from "../harness/until.ts";

const [minute, hour] = [60_000, 3_600_000];

test("the moment of a slot that is added while a look ends is looked at when it comes", async () => {
  await using desk = await openReminderDesk();
  const { house } = desk;
  const now = slotStart - 5 * hour;
  const starting = formatInstant(now + hour + 30 * minute);
  const lines = [
    slotLine({ capacity: 2, starting_at: starting }),
    {
      kind: "booking",
      booking: randomUUID(),
      external_id: "ann",
      ...desk.place,
      slot_starting_at: starting,
      ticket_type: "standard",
      booking_status: "CONFIRMED",
      booked_at: formatInstant(now - hour),
    },
  ];
  const contact = await holdLocks(house.service.databaseUrl);
  // The import has written the slot when it waits for the contact.
  await contact.hold(
    "insert into contact (account_id, id, external_id, number) select id, $1, 'ann', 999 from account",
    randomUUID(),
  );
  const text = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  const adding = importDataFile(house.door, [text], { audit: { actor: "test", now } });
  await until(async () => (await contact.blocked()) === 1);
  let isTold = false;
  const telling = desk.tell(now).finally(() => (isTold = true));
  await until(async () => isTold || (await contact.waiting()) === 2);
  await contact[Symbol.asyncDispose]();
  await Promise.all([adding, telling]);
  assert.equal(await desk.tell(now + 31 * minute), 1);
});
