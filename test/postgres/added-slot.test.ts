import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting } from "../import/importing.ts";
import { activity, booking, eight, group, interaction, slot, ticketType } from "../import/lines.ts";

const audit = { actor: "test", now };
const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: Date.parse(eight),
};

describe("P6 an import of a slot that is added and booked beside it", () => {
  test("counts the seats of both", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    await imported(importing, [group(), interaction(), activity(), ticketType()]);
    await using locks = await holdLocks(importing.databaseUrl);
    // An import writes groups after it has looked for the slots, and before it writes these.
    await locks.hold(`select from "group" for no key update`);
    const renamed = group({ display_name: "Another name" });
    const importingSlot = importing.import([renamed, slot({ capacity: 3 }), booking("a")]);
    await until(async () => (await locks.blocked()) === 1);
    let isBooked = false;
    const adding = account
      .addSlots(audit, {
        place,
        startingAt: [place.startingAt],
        capacity: 3,
        lengthBy: "minutes",
        dryRun: false,
        amongCampaigns: null,
      })
      .then(() =>
        account.book(audit, {
          place,
          ticketTypeId: "standard",
          externalId: "CUST-b",
          attendees: [null, null],
          overbook: false,
          bookingId: randomUUID() as string as BookingId,
          contactId: randomUUID(),
        }),
      )
      .finally(() => (isBooked = true));
    await until(async () => isBooked || (await locks.waiting()) === 2);
    await locks.release();
    assert.ok(!("errors" in (await importingSlot)));
    await adding;
    assert.deepEqual(importing.query("select capacity, taken from slot"), [
      { capacity: 3, taken: 3 },
    ]);
    assert.deepEqual((await account.checkInvariants(now)).violations, []);
  });
});
