import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBookingHouse, slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { cancelPath } from "./harness/seed.ts";

type Booked = Awaited<ReturnType<BookingHouse["book"]>>;

async function reasonOf(house: BookingHouse, booked: Booked): Promise<unknown> {
  const event = (await house.look(booked)).history.at(-1) ?? assert.fail();
  assert.equal(event.status, "CANCELLED");
  return (event.details as { reason?: unknown }).reason;
}

describe("B222 the reason of a cancel", () => {
  test("from a caller's header stands in the history, and a malformed one prevents no cancel", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 9 })]);
    const token = await house.service.token();
    const cancel = async (reason: string | null) => {
      const booked = await house.book("ann");
      const answer = await house.service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: booked.booking.id },
        headers: reason === null ? {} : { "x-cancel-reason": reason },
      });
      assert.deepEqual([answer.status, answer.text], [200, "{}"]);
      return [await reasonOf(house, booked), answer.headers["x-ignored-parameters"]];
    };
    assert.deepEqual(await cancel("Gr%C3%A8ve"), ["Gr\u00e8ve", undefined]);
    assert.deepEqual(await cancel("x".repeat(201)), [undefined, "X-Cancel-Reason"]);
    assert.deepEqual(await cancel("50%"), [undefined, "X-Cancel-Reason"]);
    assert.deepEqual(await cancel(null), [undefined, undefined]);
    await house.assertLawful();
  });

  test("from an operator stands there too, and a malformed one is refused", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 9 })]);
    const [ann, bob] = [await house.book("ann"), await house.book("bob")];
    const { databaseUrl } = house.service;
    const words = ["cancel", ann.booking.id, "--json", "--reason"];
    const long = await runCommandHere(databaseUrl, [...words, "x".repeat(201)]);
    assert.equal(long.status, 1);
    assert.match(long.json.error.message, /reason must have at most 200 characters/);
    const done = await runCommandHere(databaseUrl, [...words, "The guide is ill"]);
    assert.equal(done.status, 0, done.err);
    assert.equal(await reasonOf(house, ann), "The guide is ill");
    const desk = await openDesk(house.service);
    const path = `${acmePath}/bookings/${bob.booking.id}/cancel`;
    assert.equal((await desk.ask("POST", path, { reason: "a\nb" })).status, 400);
    assert.equal((await desk.ask("POST", path, { reason: "Storm" })).status, 200);
    assert.equal(await reasonOf(house, bob), "Storm");
  });
});
