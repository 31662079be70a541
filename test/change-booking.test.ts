import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";
import { catalogue } from "./harness/seed.ts";

const account = "acme/production";
const slot = formatInstant(slotStart);
const open = () => openBookingHouse([slotLine({ capacity: 50 })]);

function runner({ service }: BookingHouse) {
  return (...command: string[]) => runCommandHere(service.databaseUrl, [...command, "--json"]);
}

/** The kinds of a booking's events after its first. */
function events({ history }: { readonly history: readonly { readonly event: string }[] }) {
  return history.slice(1).map(({ event }) => event);
}

const idsOf = (answer: { readonly json: readonly { readonly booking: string }[] }) =>
  answer.json.map(({ booking }) => booking);

describe("a change of a booking's details", () => {
  test("puts names right: the index, the history and the feed follow, and the same again is no change", async () => {
    await using house = await open();
    const run = runner(house);
    const { booking } = await house.book("ann", { tickets: 2 });
    const named = await run("change", booking.id, "--attendee", "2=Zoë Brown");
    assert.equal(named.status, 0, named.out);
    assert.equal(named.json.tickets[1].attendee.display_name, "Zoë Brown");
    assert.deepEqual(events(named.json), ["attendee-changed"]);
    assert.deepEqual(idsOf(await run("find", account, "--name", "zoe")), [booking.id]);
    const right = await run(
      "change",
      booking.id,
      "--attendee",
      "2=Zoé Braun",
      "--attendee",
      "1=Bo",
    );
    assert.equal(right.json.history.length, 3);
    assert.deepEqual(idsOf(await run("find", account, "--name", "brown")), []);
    assert.deepEqual(idsOf(await run("find", account, "--name", "zoe braun")), [booking.id]);
    assert.equal((await run("change", booking.id, "--attendee", "1=Bo")).json.history.length, 3);
    const none = await run("change", booking.id, "--attendee", "1=");
    assert.equal(none.json.tickets[0].attendee.display_name, null);
    const feed = await runCommandHere(house.service.databaseUrl, [
      "changes",
      account,
      "--from-start",
    ]);
    const told = feed.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).change);
    assert.deepEqual(told.filter((kind) => kind === "attendee-changed").length, 3);
    await house.assertLawful();
  });

  test("is refused for a ticket that is none, for nothing, and for what is no name", async () => {
    await using house = await open();
    const { booking } = await house.book("ann");
    const run = runner(house);
    const unknown = await run("change", booking.id, "--attendee", "2=Bo");
    assert.equal(unknown.status, 1);
    assert.match(unknown.json.error.message, /ticket 2: the booking has ticket 1 only/);
    for (const words of [[], ["--over-limit"]]) {
      const nothing = await run("change", booking.id, ...words);
      assert.equal(nothing.status, 2);
      assert.equal(
        nothing.json.error.message,
        "Say what changes: --attendee, --external-id, --reference or --data.",
      );
    }
    assert.equal((await run("change", booking.id, "--attendee", "Bo")).status, 2);
    assert.equal((await run("change", randomUUID(), "--attendee", "1=Bo")).status, 1);
  });

  test("gives it to another contact, known or new, and one lists it from then on", async () => {
    await using house = await open();
    const run = runner(house);
    const one = await house.book("ann");
    await house.book("bob");
    const of = async (who: string) => idsOf(await run("find", account, "--external-id", who));
    for (const who of ["bob", "carla"]) {
      const given = await run("change", one.booking.id, "--external-id", who);
      assert.equal(given.json.external_id, who, given.out);
      assert.ok((await of(who)).includes(one.booking.id));
    }
    assert.deepEqual(await of("ann"), []);
    assert.equal((await of("bob")).length, 1);
    const { json } = await run("show", one.booking.id);
    assert.deepEqual(events(json), ["contact-changed", "contact-changed"]);
    assert.ok(!JSON.stringify(json.history).match(/ann|bob|carla/), "events name contacts by key");
    // A name and another contact at once are two events.
    const both = await run("change", one.booking.id, "--external-id", "ann", "--attendee", "1=Ann");
    assert.deepEqual(events(both.json).slice(2), ["attendee-changed", "contact-changed"]);
    await house.assertLawful();
  });

  test("keeps a contact's limit, unless that is meant, also between two at once", async () => {
    const limited = catalogue.filter(
      (line) => (line as { public_key?: string }).public_key === "pk_summer",
    );
    await using house = await open();
    for (const line of limited) await house.save({ ...line, tickets_per_contact: 2 });
    const run = runner(house);
    await house.book("bob", { tickets: 1 });
    const [one, two] = [await house.book("ann"), await house.book("eve")];
    const give = (id: string, ...words: string[]) =>
      run("change", id, "--external-id", "bob", ...words);
    const both = await Promise.all([give(one.booking.id), give(two.booking.id)]);
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => Number(a) - Number(b)),
      [0, 1],
    );
    const refused = both.findIndex(({ status }) => status === 1);
    assert.match(
      both[refused]?.json.error.message,
      /2 live tickets of the campaign.*, of 2 at most/,
    );
    const other = [one, two][refused] ?? assert.fail();
    const meant = await give(other.booking.id, "--over-limit");
    assert.equal(meant.status, 0);
    assert.equal(meant.json.history.at(-1).details.over_limit, true);
    await house.assertLawful();
  });

  test("changes the shop's data and reference, clears them, and keeps a reference unique", async () => {
    await using house = await open();
    const run = runner(house);
    const [one, two] = [await house.book("ann"), await house.book("bob")];
    const change = (of: typeof one, ...words: string[]) => run("change", of.booking.id, ...words);
    const set = await change(one, "--data", '{"a":1}', "--reference", "A-1");
    assert.deepEqual([set.json.data, set.json.reference], [{ a: 1 }, "A-1"]);
    assert.deepEqual(set.json.history.at(-1).details, { fields: ["reference", "data"] });
    const tooLong = await change(one, "--reference", "x".repeat(65));
    assert.match(tooLong.json.error.message, /^reference must .*64/);
    const taken = await change(two, "--reference", "A-1");
    assert.match(taken.json.error.message, /Another booking of the campaign has this reference/);
    const other = await change(one, "--data", '{"b":2}');
    assert.deepEqual([other.json.data, other.json.reference], [{ b: 2 }, "A-1"]);
    const cleared = await change(one, "--data", "null", "--reference", "");
    assert.equal(cleared.status, 0, cleared.out);
    assert.ok(!("data" in cleared.json) && !("reference" in cleared.json));
    const free = await change(two, "--reference", "A-1");
    assert.equal(free.status, 0, free.out);
    // An import that is older than the change does not undo it.
    const { out } = await run("export", account);
    await change(two, "--reference", "B-2");
    const again = await runCommandHere(
      house.service.databaseUrl,
      ["import", account, "-", "--format", "ndjson", "--update", "--json"],
      { input: out },
    );
    assert.equal(again.json.kept.booking, 1, again.out);
    assert.equal((await run("show", two.booking.id)).json.reference, "B-2");
  });

  test("needs the scope desk for names and data, and move for another contact", async () => {
    await using house = await open();
    const { booking } = await house.book("ann");
    const path = `${acmePath}/bookings/${booking.id}/change`;
    const bodies = {
      desk: { attendees: [{ number: 1, display_name: "Bo" }] },
      move: { external_id: "bob" },
    };
    for (const [scope, other] of [
      ["desk", "move"],
      ["move", "desk"],
    ] as const) {
      const desk = await openDesk(house.service, scope);
      const refused = await desk.ask("POST", path, bodies[other]);
      assertProblem(refused, 403, "scope-missing");
      assert.match(refused.json.detail, new RegExp(`^It needs the scope ${other},`));
      assert.equal((await desk.ask("POST", path, bodies[scope])).status, 200);
    }
    const reader = await openDesk(house.service, "read");
    for (const scope of ["desk", "move"] as const) {
      const refused = await reader.ask("POST", path, bodies[scope]);
      assertProblem(refused, 403, "scope-missing");
      assert.match(refused.json.detail, new RegExp(`^It needs the scope ${scope},`));
    }
    for (const body of [{}, { over_limit: true }, { attendees: 1 }, []]) {
      assert.equal((await reader.ask("POST", path, body)).status, 403, JSON.stringify(body));
    }
    const desk = await openDesk(house.service, "desk");
    assertProblem(
      await desk.ask("POST", path, { data: {}, external_id: "x" }),
      403,
      "scope-missing",
    );
    assert.equal((await desk.ask("POST", path, { data: {}, reference: "R" })).status, 200);
  });

  test("is no more for a booking of an erased contact, whose names are gone from the history", async () => {
    await using house = await open();
    const run = runner(house);
    const { booking } = await house.book("ann");
    await run("change", booking.id, "--attendee", "1=Secret Name", "--data", '{"k":"Secret"}');
    await run("contact", "erase", account, "--external-id", "ann", "--upcoming", "keep");
    const { out } = await run("show", booking.id);
    assert.ok(!out.includes("Secret"), out);
    const refused = await run("change", booking.id, "--attendee", "1=Bo");
    assert.match(refused.json.error.message, /contact is erased/);
    await house.assertLawful();
  });

  test("waits on a waitlist with its place, and leaves a slot's seats as they are", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })], "automatic");
    const run = runner(house);
    const seated = await house.book("ann");
    const [first] = [await house.book("bob"), await house.book("eve")];
    await run("change", first.booking.id, "--external-id", "zoe");
    assert.equal((await house.seats()).taken, 1);
    await run("cancel", seated.booking.id);
    const { json } = await run("show", first.booking.id);
    assert.deepEqual(
      [json.booking_status, json.external_id, json.slot_starting_at],
      ["CONFIRMED", "zoe", slot],
    );
    await house.assertLawful();
  });
});
