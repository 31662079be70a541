import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { bookSlot } from "../harness/desk-acts.ts";
import { imported, now, startImporting, toText, type Importing } from "./importing.ts";
import { booking, catalogue } from "./lines.ts";

/** Books the tasting at eight, at this time. */
async function book({ store }: Importing, at: number): Promise<void> {
  const production = { tenant: "acme", environment: "production" } as const;
  const answer = await bookSlot(store, { actor: "desk", now: at }, production, {
    place: {
      publicKey: "pk_summer",
      activityId: "tasting",
      hostId: null,
      startingAt: Date.UTC(2030, 4, 1, 8),
    },
    ticketTypeId: "standard",
    externalId: "CUST-x",
    tickets: 1,
  });
  assert.ok(!("refused" in answer), JSON.stringify(answer));
}

test("a small file is dated when it is written: who was booked while it was sent overtook nobody", async () => {
  await using importing = await startImporting();
  await imported(importing, catalogue);
  const bookedAfterMs = 100;
  async function* slowly() {
    yield Buffer.from(toText([booking("w", { booking_status: "WAITLIST" })]));
    await book(importing, now + bookedAfterMs);
    await sleep(2 * bookedAfterMs);
  }
  // `imported` checks the laws of the data, among them `nobody-overtaken`.
  await imported(importing, slowly());
  const [event] = importing.query("select recorded_at from booking_event where kind = 'imported'");
  assert.ok(Number(event?.["recorded_at"]) > now + bookedAfterMs, JSON.stringify(event));
});
