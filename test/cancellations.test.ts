import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBookingHouse, slotLine, slotStart } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { formatInstant } from "../src/domain/instant.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";
import { booking, cancelPath } from "./harness/seed.ts";
import { acme } from "./harness/service.ts";

const slot = formatInstant(slotStart);
const later = formatInstant(slotStart + 7_200_000);
const of = `${acmePath}/interactions/pk_summer/activities/tasting/slots`;
const list = `${acmePath}/cancellations?external_id=`;

describe("why a contact's bookings were cancelled", () => {
  test("is told for that contact's alone: by a closing, an operator, a caller, or a file", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 9 }),
      slotLine({ starting_at: later, capacity: 9 }),
    ]);
    const place = {
      publicKey: "pk_summer",
      activityId: "tasting",
      hostId: null,
      startingAt: slotStart + 7_200_000,
    };
    const closed = await house.book("ann", { place });
    const waits = await house.book("bob", { place });
    const [called, told] = [await house.book("ann"), await house.book("ann")];
    const stays = await house.book("ann");
    const brought = booking("ann", { slot_starting_at: slot, booking_status: "CANCELLED" });
    await house.save(brought);
    const desk = await openDesk(house.service);
    const reason = "Anna is ill";
    await desk.ask("POST", `${of}/${later}/close`, { reason });
    await desk.ask("POST", `${acmePath}/bookings/${told.booking.id}/cancel`, { reason: "Storm" });
    const cancelled = await house.service.call({
      method: "POST",
      path: cancelPath,
      token: await house.service.token(),
      body: { booking: called.booking.id },
      headers: { "x-cancel-reason": "No%20time" },
    });
    assert.equal(cancelled.status, 200);

    const page = await openDesk(house.service, "book", [acme], ["pk_summer"]);
    const answer = await page.ask("GET", `${list}ann`);
    assert.equal(answer.status, 200, answer.text);
    const rowsOf = (items: any[]) =>
      items.map((each) => [each.booking, each.slot_starting_at, each.because, each.reason]);
    const [first, ...others] = rowsOf(answer.json.items);
    assert.deepEqual(first, [closed.booking.id, later, "slot-closed", reason]);
    assert.deepEqual(
      new Map(others.map(([id, ...told]) => [id, told])),
      new Map([
        [told.booking.id, [slot, "operator", "Storm"]],
        [called.booking.id, [slot, "caller", "No time"]],
        [brought.booking, [slot, undefined, undefined]],
      ]),
    );
    for (const hidden of [waits.booking.id, stays.booking.id, "external_id", "attendee", "actor"]) {
      assert.ok(!answer.text.includes(hidden), hidden);
    }
    const bobs = rowsOf((await page.ask("GET", `${list}bob`)).json.items);
    assert.deepEqual(bobs, [[waits.booking.id, later, "slot-closed", reason]]);
    assert.deepEqual((await page.ask("GET", `${list}nobody`)).json.items, []);

    const some = await page.ask("GET", `${list}ann&from=${slot}&to=${slot}&limit=2`);
    assert.equal(some.json.items.length, 2);
    assert.ok(some.json.items.every(({ slot_starting_at: at }: any) => at === slot));

    // The booking of a slot that moves is still the one that was closed.
    const next = formatInstant(slotStart + 9_000_000);
    const moved = await desk.ask("POST", `${of}/${later}/change`, { to_slot: next });
    assert.equal(moved.status, 200, moved.text);
    const after = rowsOf((await page.ask("GET", `${list}bob`)).json.items);
    assert.deepEqual(after, [[waits.booking.id, next, "slot-closed", reason]]);

    const words = ["cancellation", "list", "acme/production", "--external-id", "bob"];
    const shown = await runCommandHere(house.service.databaseUrl, words);
    assert.match(shown.out, /slot-closed +Anna is ill/);
    await house.assertLawful();
  });

  test("is told to a key that may book, of its own campaigns, and to no other", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 9 })]);
    const mine = await house.book("ann");
    await house.change(mine, { kind: "cancel", ticket: null });
    const other = await openDesk(house.service, "book", [acme], ["pk_winter"]);
    assert.deepEqual((await other.ask("GET", `${list}ann`)).json.items, []);
    const waitlist = await openDesk(house.service, "waitlist", [acme], ["pk_summer"]);
    assert.equal((await waitlist.ask("GET", `${list}ann`)).json.items.length, 1);
    const reader = await openDesk(house.service, "read");
    assertProblem(await reader.ask("GET", `${list}ann`), 403, "scope-missing");
    const without = await waitlist.ask("GET", `${acmePath}/cancellations`);
    assert.equal(without.status, 400);
  });
});
