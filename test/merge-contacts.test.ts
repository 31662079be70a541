import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { erasedExternalId } from "../src/domain/contact.ts";
import { openBookingHouse, slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";

const account = "acme/production";
const merge = ({ service }: BookingHouse, from: string, into: string, ...words: string[]) => {
  const order = ["contact", "merge", account, "--external-id", from, "--into", into];
  return runCommandHere(service.databaseUrl, [...order, ...words, "--json"]);
};
const contactsOf = async (house: BookingHouse) =>
  (await house.door.findBookings({ limit: 100 })).map(({ line }) => line.external_id);

describe("A70 merging two contacts", () => {
  test("gives all bookings to the other, with an event each, and nothing else changes", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const two = await house.book("Ann", { tickets: 2 });
    const gone = await house.book("Ann");
    await house.change(gone, { kind: "cancel", ticket: null });
    await house.book("ann");
    const waits = await house.book("Ann", { tickets: 2 });
    const tried = await merge(house, "Ann", "ann", "--dry-run");
    assert.deepEqual(tried.json, { from: "Ann", into: "ann", bookings: 3, dry_run: true });
    assert.deepEqual((await contactsOf(house)).toSorted(), ["Ann", "Ann", "Ann", "ann"]);
    const done = await merge(house, "Ann", "ann");
    assert.deepEqual(done.json, { from: "Ann", into: "ann", bookings: 3, dry_run: false });
    assert.deepEqual(await contactsOf(house), ["ann", "ann", "ann", "ann"]);
    assert.equal(await house.door.findContact({ externalId: "Ann" }), null);
    for (const before of [two, await house.look(gone), waits]) {
      const after = await house.look(before);
      assert.deepEqual(after.booking, before.booking);
      const last = after.history.at(-1);
      assert.equal(last?.kind, "contact-merged");
      assert.doesNotMatch(JSON.stringify(last), /Ann/);
    }
    assert.deepEqual(await house.seats(), { capacity: 3, taken: 3, overbookedBy: 0 });
    const feed = await runCommandHere(house.service.databaseUrl, [
      "changes",
      account,
      "--from-start",
    ]);
    const told = feed.out.split("\n").filter((line) => line.includes('"contact-merged"'));
    assert.equal(told.length, 3);
    assert.equal(JSON.parse(told[0] ?? "").booking.external_id, "ann");
    const audit = await runCommandHere(house.service.databaseUrl, ["audit", account, "--json"]);
    assert.equal(audit.json[0].action, "contacts merged");
    assert.doesNotMatch(JSON.stringify(audit.json), /[Aa]nn"/);
    await house.assertLawful();
  });

  test("needs two contacts that are there and not erased", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 5 })]);
    await house.book("ann");
    await house.book("bob");
    const whys = async (from: string, into: string) => {
      const { status, json } = await merge(house, from, into);
      assert.equal(status, 1);
      return json.error.message;
    };
    assert.match(await whys("nobody", "ann"), /^The account has no such contact/);
    assert.match(await whys("ann", "nobody"), /no contact with the other external id/);
    assert.match(await whys("ann", "ann"), /the same contact/);
    const bob = (await house.door.findContact({ externalId: "bob" })) ?? assert.fail();
    const erased = erasedExternalId("00000000-0000-4000-8000-000000000001");
    await house.door.eraseContact(
      { actor: "test", now: Date.now() },
      { of: { id: bob.id }, newExternalId: erased, upcoming: "keep", dryRun: false },
    );
    assert.match(await whys(erased, "ann"), /no such contact/);
    assert.match(await whys("ann", erased), /no contact with the other external id/);
    await house.assertLawful();
  });

  test("P6 keeps every law while the contact books, cancels, moves up and is merged", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 4 })], "automatic");
    const held = await Promise.all([1, 2, 3, 4].map(() => house.book("ann")));
    await Promise.all([1, 2, 3].map(() => house.book("ann")));
    await house.book("bob");
    const [first, second, third, fourth] = held;
    if (!first || !second || !third || !fourth) assert.fail();
    const outcomes = await Promise.all([
      house.change(first, { kind: "cancel", ticket: null }),
      house.tryBook("ann"),
      merge(house, "ann", "bob").then(({ status }) => status),
      house.change(second, { kind: "cancel", ticket: null }),
      house.change(third, { kind: "check-in", ticket: null }),
      house.tryBook("ann", { tickets: 2 }),
      house.change(fourth, { kind: "cancel", ticket: null }),
    ]);
    assert.deepEqual(outcomes, [
      "CANCELLED",
      "WAITLIST",
      0,
      "CANCELLED",
      "CONFIRMED",
      "WAITLIST",
      "CANCELLED",
    ]);
    const merged = (await contactsOf(house)).filter((who) => who === "bob");
    assert.ok(merged.length >= 8 && merged.length <= 10, `${merged.length} are bob's`);
    await house.assertLawful();
  });
});
