import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { isBadContent } from "../../domain/data-file/parse-data-line.ts";
import { importDataFile } from "./import-data-file.ts";

const now = Date.parse("2026-05-01T08:00:00Z");
/** What a line's time may be later than now. */
const allowedMs = 60_000;
const pauseMs = 100;

function bookingLine(bookedAt: number): string {
  return `${JSON.stringify({
    kind: "booking",
    booking: "6f0d1c9e-6a53-4f0e-9f0d-0d8a5f6b7c01",
    external_id: "CUST-1",
    interaction: "campaign",
    activity: "activity",
    slot_starting_at: "2026-06-01T08:00:00Z",
    ticket_type: "adult",
    booking_status: "CONFIRMED",
    booked_at: new Date(bookedAt).toISOString(),
    tickets: [{}],
  })}\n`;
}

test("a line's time is compared with the time at which the line arrives", async () => {
  async function* slowly() {
    yield Buffer.from(bookingLine(now + allowedMs + 3_600_000));
    await sleep(pauseMs);
    yield Buffer.from(bookingLine(now + allowedMs + pauseMs / 2));
  }
  const bad: boolean[] = [];
  await importDataFile(
    {
      importDataFile: async (lines) => {
        for await (const some of lines)
          bad.push(...some.map(({ content }) => isBadContent(content)));
        return { read: 0, created: {}, updated: {}, unchanged: {}, kept: {}, kept_bookings: [] };
      },
    },
    slowly(),
    { audit: { actor: "somebody", now } },
  );
  assert.deepEqual(bad, [true, false]);
});
