import assert from "node:assert/strict";
import { test } from "node:test";
import { formatInstant } from "../../src/domain/instant.ts";
import { closedPerTransaction } from "../../src/store/slots/close-slot.ts";
import { closeSlot } from "../harness/desk-acts.ts";
import { openBookingHouse, slotLine, slotStart } from "../harness/booking-house.ts";
import { booking } from "../harness/seed.ts";
import { acme, audit, importLines } from "../harness/service.ts";
import { execute } from "../harness/query.ts";

const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: slotStart,
};

test("B220 a closing that somebody's check-in ends says how many bookings it has cancelled", async () => {
  await using house = await openBookingHouse([slotLine({ capacity: 9_000 })]);
  const { store, databaseUrl } = house.service;
  const { id } = (await store.accounts.find(acme)) ?? assert.fail();
  const lines = Array.from({ length: closedPerTransaction }, (_, index) =>
    booking(`guest-${index}`, { slot_starting_at: formatInstant(slotStart) }),
  );
  await importLines(store, id, lines);
  const last = await house.book("last");
  // Somebody checks in as the first transaction ends.
  execute(
    databaseUrl,
    `create trigger arrival after insert on audit_event when new.action = 'slot closed' begin
      update ticket set attendee_checked_in_at = ${Date.now()} where booking_id = '${last.booking.id}';
    end`,
  );
  const order = { place, reason: null, dryRun: false };
  assert.deepEqual(await closeSlot(store, audit(), acme, { ...order, evenIfCheckedIn: false }), {
    refused: { why: "attendees-checked-in", tickets: 1, cancelled: closedPerTransaction },
  });
  assert.equal(await house.status(last), "CONFIRMED");
  const rest = await closeSlot(store, audit(), acme, { ...order, evenIfCheckedIn: true });
  assert.ok("cancelled" in rest);
  assert.deepEqual(rest.cancelled, [last.booking.id]);
});
