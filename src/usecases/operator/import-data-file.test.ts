import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { booking } from "../../../test/harness/seed.ts";
import { isBadContent } from "../../domain/data-file/data-line.ts";
import { importDataFile } from "./import-data-file.ts";

const now = Date.parse("2026-05-01T08:00:00Z");
/** What a line's time may be later than now. */
const allowedMs = 60_000;
const pauseMs = 100;

function bookingLine(bookedAt: number): Buffer {
  const line = booking("CUST-1", { booked_at: new Date(bookedAt).toISOString() });
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

test("a line's time is compared with the time at which the line arrives", async () => {
  async function* slowly() {
    yield bookingLine(now + allowedMs + 3_600_000);
    await sleep(pauseMs);
    yield bookingLine(now + allowedMs + pauseMs / 2);
  }
  const bad: boolean[] = [];
  await importDataFile(
    {
      importNumberedLines: async (lines) => {
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
