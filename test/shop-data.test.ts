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
import { booking } from "./harness/seed.ts";

const account = "acme/production";
const slot = formatInstant(slotStart);
const order = {
  external_id: "ann",
  interaction: "pk_summer",
  activity: "tasting",
  slot_starting_at: slot,
  ticket_type: "standard",
};
const path = `${acmePath}/bookings`;
const words = ["--external-id", "ann", "--interaction", "pk_summer", "--activity", "tasting"];
const bookWords = ["book", account, ...words, "--slot", slot, "--ticket-type", "standard"];

const open = () => openBookingHouse([slotLine({ capacity: 50 })]);

function runner({ service }: BookingHouse) {
  return (...command: string[]) => runCommandHere(service.databaseUrl, [...command, "--json"]);
}

/** Imports lines of bookings. */
async function importBookings(house: BookingHouse, lines: readonly object[], ...flags: string[]) {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return runCommandHere(
    house.service.databaseUrl,
    ["import", account, "-", "--format", "ndjson", ...flags, "--json"],
    { input },
  );
}

function line(id: string, fields: object): object {
  return booking("ann", { booking: id, slot_starting_at: slot, ...fields });
}

describe("a booking's reference and data", () => {
  test("are given at booking and shown, found and exported as they were sent", async () => {
    await using house = await open();
    const run = runner(house);
    // Keys in an order of their own, letters of several bytes, a key that objects have, a half of a pair.
    const text = '{"z":1,"a":{"é":["😀",null,true,1.5]},"__proto__":"p","half":"\\ud83d"}';
    const flags = ["--data", text, "--reference", "A-1 é"];
    const booked = await run(...bookWords, ...flags);
    assert.equal(booked.status, 0, booked.err);
    assert.equal(booked.json.reference, "A-1 é");
    assert.equal(JSON.stringify(booked.json.data), text);
    const plain = await run(...bookWords);
    assert.ok(!("data" in plain.json) && !("reference" in plain.json));

    const found = await run("find", account, "--reference", "A-1 é");
    assert.deepEqual(
      found.json.map((each: { booking: string }) => each.booking),
      [booked.json.booking],
    );
    assert.deepEqual((await run("find", account, "--reference", "A-1")).json, []);
    // Other conditions hold beside it.
    const other = ["find", account, "--reference", "A-1 é", "--booking"];
    assert.equal((await run(...other, plain.json.booking)).json.length, 0);
    assert.equal((await run(...other, booked.json.booking)).json.length, 1);
    assert.equal((await run(...other.slice(0, -1), "--external-id", "eve")).json.length, 0);

    const shown = await runCommandHere(house.service.databaseUrl, ["show", booked.json.booking]);
    assert.match(shown.out, /reference +A-1 é\n/);
    assert.ok(shown.out.includes(text));
    const { out } = await run("export", account);
    const exported = out.split("\n").find((each) => each.includes(booked.json.booking));
    assert.ok(exported?.includes(`"reference":"A-1 é","data":${text}`), exported);
    assert.ok(!out.split("\n").some((each) => each.includes('"reference":null')));
    const csv = await runCommandHere(house.service.databaseUrl, ["find", account, "--csv"]);
    assert.match(csv.out.split("\n")[0] ?? "", /,booking,reference,data\r?$/);
    assert.match(csv.out, /,A-1 é,"\{""z""/);
    await house.assertLawful();
  });

  test("stand in no answer to callers, and are refused where no booking can have them", async () => {
    await using house = await open();
    const desk = await openDesk(house.service);
    const book = (more: object) => desk.ask("POST", path, { ...order, ...more });
    const full = { a: "é".repeat((4096 - '{"a":""}'.length) / 2) };
    assert.equal((await book({ data: full, reference: "x".repeat(64) })).status, 201);
    for (const bad of [
      { data: { a: `${full.a}b` } },
      { data: [] },
      { data: "{}" },
      { reference: "" },
      { reference: "x".repeat(65) },
      { reference: "a\nb" },
    ]) {
      const answer = await book(bad);
      assert.equal(answer.status, 400, JSON.stringify(bad).slice(0, 80));
    }
    const run = runner(house);
    for (const bad of [
      "[]",
      "{",
      '{"a":1,"a":2}',
      '{"a":{"b":1,"b":1}}',
      '{"n":12345678901234567}',
    ]) {
      const refused = await run(...bookWords, "--data", bad);
      assert.equal(refused.status, 2, bad);
      assert.match(refused.json.error.message, /--data must be a JSON object/);
    }
  });

  test("a body or a line in which a key stands twice is refused, as a parser would drop one", async () => {
    await using house = await open();
    const desk = await openDesk(house.service);
    const twice = JSON.stringify({ ...order, data: { a: 1 } }).replace('"a":1', '"a":1,"a":2');
    const answer = await desk.ask("POST", path, twice, { "content-type": "application/json" });
    assert.equal(answer.status, 400);
    assert.match(answer.json.detail, /each key once/);
    const id = randomUUID();
    const text = JSON.stringify(line(id, { data: { a: 1 } })).replace('"a":1', '"a":1,"a":1');
    const imported = await runCommandHere(
      house.service.databaseUrl,
      ["import", account, "-", "--format", "ndjson", "--json"],
      { input: text },
    );
    assert.equal(imported.status, 1);
    assert.equal(imported.json.errors[0].field, "data");
  });

  test("a reference is one booking's of its campaign, a CANCELLED one's too, whoever comes first", async () => {
    await using house = await open();
    const desk = await openDesk(house.service);
    const book = (more: object) => desk.ask("POST", path, { ...order, reference: "A-1", ...more });
    const [one, other] = await Promise.all([book({}), book({ external_id: "bob" })]);
    const statuses = [one.status, other.status].toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [201, 409]);
    assertProblem(one.status === 409 ? one : other, 409, "reference-taken");
    const first = one.status === 201 ? one : other;
    await desk.ask("POST", `${path}/${first.json.booking}/cancel`, {});
    assertProblem(await book({}), 409, "reference-taken");
    // The same booking under its own id again is itself.
    const chosen = `${path}/${randomUUID()}`;
    const body = { ...order, reference: "A-2", data: { a: 1 } };
    assert.equal((await desk.ask("PUT", chosen, body)).status, 201);
    assert.equal((await desk.ask("PUT", chosen, body)).status, 200);
    assertProblem(await desk.ask("PUT", chosen, { ...body, data: {} }), 409, "booking-exists");
    assertProblem(
      await desk.ask("PUT", chosen, { ...body, reference: "A" }),
      409,
      "booking-exists",
    );
  });

  test("come in a file: an absent field says nothing, null clears, and another's reference is a bad line", async () => {
    await using house = await open();
    const [one, two] = [randomUUID(), randomUUID()];
    const look = async (id: string) =>
      (await runner(house)("show", id)).json as { reference?: string; data?: object };
    const both = { reference: "A-1", data: { a: 1 } };
    const first = [line(one, both), line(two, {})];
    assert.equal((await importBookings(house, first)).json.created.booking, 2);
    assert.equal((await importBookings(house, first)).json.unchanged.booking, 2);
    // Another value is kept, or taken where the file may win; what is absent says nothing.
    const other = line(one, { data: { b: 2 } });
    assert.equal((await importBookings(house, [other])).json.kept.booking, 1);
    assert.equal((await importBookings(house, [other], "--update")).json.updated.booking, 1);
    const { reference, data } = await look(one);
    assert.deepEqual([reference, data], ["A-1", { b: 2 }]);
    const silent = await importBookings(house, [line(one, {})], "--overwrite");
    assert.equal(silent.json.unchanged.booking, 1);
    assert.equal((await look(one)).reference, "A-1");

    const taken = [line(two, { reference: "A-1" })];
    const refused = await importBookings(house, taken, "--update");
    assert.deepEqual(
      [refused.status, refused.json.errors[0].field, refused.json.errors[0].key],
      [1, "reference", two],
    );
    // A line that is kept has no claim.
    assert.equal((await importBookings(house, taken)).json.kept.booking, 1);
    const doubled = [
      line(randomUUID(), { reference: "B" }),
      line(randomUUID(), { reference: "B" }),
    ];
    const inFile = await importBookings(house, doubled);
    assert.match(inFile.json.errors[0].expected, /line 1 has it/);

    const cleared = line(one, { reference: null, data: null });
    assert.equal((await importBookings(house, [cleared], "--update")).json.updated.booking, 1);
    assert.ok(!("reference" in (await look(one))) && !("data" in (await look(one))));
    assert.equal((await importBookings(house, taken, "--update")).json.updated.booking, 1);
    await house.assertLawful();
  });

  test("a copy of the account by its data file has them", async () => {
    await using house = await open();
    const run = runner(house);
    await run(...bookWords, "--reference", "A-1", "--data", '{"a":1}');
    const { out } = await run("export", account);
    await using empty = await openBookingHouse([]);
    const imported = await runCommandHere(
      empty.service.databaseUrl,
      ["import", account, "-", "--format", "ndjson", "--json"],
      { input: out },
    );
    assert.equal(imported.status, 0, imported.out);
    assert.equal((await runner(empty)("export", account)).out, out);
  });

  test("end with the contact's identity", async () => {
    await using house = await open();
    const run = runner(house);
    const booked = await run(...bookWords, "--reference", "secret-7", "--data", '{"k":"secret-8"}');
    const erased = await run(
      "contact",
      "erase",
      account,
      "--external-id",
      "ann",
      "--upcoming",
      "keep",
    );
    assert.equal(erased.status, 0, erased.out);
    const after = JSON.stringify((await run("show", booked.json.booking)).json);
    assert.ok(!after.includes("secret-"), after);
    assert.deepEqual((await run("find", account, "--reference", "secret-7")).json, []);
    await house.assertLawful();
  });
});
