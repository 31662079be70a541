import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";

describe("A40 booking waitlist promote", () => {
  test("confirms all that fit, first come, first served, and skips no large one", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const first = await house.book("ann", { tickets: 2 });
    const small = await house.book("bob");
    const other = await house.book("cleo");
    const large = await house.book("dora", { tickets: 2 });
    const last = await house.book("eve");
    const promote = async (...words: string[]) => {
      const command = ["waitlist", "promote", "acme/production", ...words, "--json"];
      return runCommandHere(house.service.databaseUrl, command);
    };
    const nobody = { promoted: [], left: 0, dry_run: false };
    assert.deepEqual((await promote()).json, nobody);
    await house.change(first, { kind: "cancel", ticket: null });
    await house.setCapacity(3);
    const none = await promote("--interaction", "pk_none");
    assert.equal(none.status, 1);
    assert.match(none.json.error.message, /no campaign with this public key/);
    assert.deepEqual((await promote("--interaction", "pk_winter")).json, nobody);
    assert.deepEqual((await promote("--dry-run")).json, {
      promoted: [small.booking.id, other.booking.id],
      left: 0,
      dry_run: true,
    });
    const answers = await Promise.all([promote("--interaction", "pk_summer"), promote()]);
    const promoted = answers.flatMap(({ json }) => json.promoted);
    assert.deepEqual(promoted, [small.booking.id, other.booking.id], "once, though asked twice");
    assert.deepEqual(await house.seats(), { capacity: 3, taken: 2, overbookedBy: 0 });
    for (const each of [large, last]) assert.equal(await house.status(each), "WAITLIST");
    const { history } = await house.look(small);
    assert.doesNotMatch(JSON.stringify(history.at(-1)), /"automatic"/);
    await house.assertLawful();
  });
});
