import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { AccountName } from "../src/domain/account.ts";
import type { BookingId } from "../src/domain/booking.ts";
import { parseDataLine } from "../src/domain/data-file/data-line-text.ts";
import type { Store } from "../src/store/store.ts";
import { demoDataFile } from "../playground/demo/demo-data.ts";
import { exportDataFile } from "../src/usecases/operator/export-data-file.ts";
import { changeBooking } from "./harness/desk-acts.ts";
import {
  accountIdOf,
  allAnswers,
  assertOfOneMoment,
  countKinds,
  exportLines,
  importLines,
  storeWith,
  withoutLimits,
} from "./export/exporting.ts";
import { drawFile, drawLimits, drawState } from "./export/random-file.ts";
import { breaches } from "./harness/database.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  catalogue,
  otherWith,
  uatHost,
  withSlots,
  type BookingLine,
} from "./harness/seed.ts";
import { execute } from "./harness/query.ts";
import { acme, audit, startTestService, type TestAccount } from "./harness/service.ts";

const uat: AccountName = { tenant: "acme", environment: "uat" };
const emptyUat: TestAccount = { name: uat, hosts: [uatHost] };
const demo: AccountName = { tenant: "demo", environment: "development" };
const ended = { cancelled_at: "2025-04-20T00:00:00Z" };
const checkedIn = (name: string) => ({
  attendee: { display_name: name, checked_in_at: "2025-05-01T08:01:00.250Z" },
});

describe("an export that is imported into an empty account", () => {
  test("gives the same answers and the same export: the demo", async () => {
    const data = [...demoDataFile(Date.now())];
    const account = { name: demo, hosts: ["localhost"], data };
    await using here = await startTestService([account, emptyUat], withoutLimits);
    await using there = await startTestService(undefined, withoutLimits);
    const lines = await exportLines(here.store, demo);
    assert.deepEqual(countKinds(lines), countKinds(data.map((line) => JSON.stringify(line))));
    const answers = await allAnswers(here, "localhost", lines);
    assert.ok(answers.size > 200, `only ${answers.size} answers`);
    await importLines(here.store, uat, lines, { allowOverbooked: false });
    await importLines(there.store, acme, lines, { allowOverbooked: false });
    assert.deepEqual(await allAnswers(here, uatHost, lines), answers);
    assert.deepEqual(await allAnswers(there, "api.acme.example", lines), answers);
    assert.deepEqual(await exportLines(here.store, uat), lines);
    assert.deepEqual(await exportLines(there.store, acme), lines);
    assert.deepEqual(await exportLines(here.store, demo), lines);
    assert.deepEqual(breaches(there.databaseUrl), []);
  });

  test("gives the same of a booking with the most and the longest names", async () => {
    // JSON needs six bytes for such a character.
    const attendee = { display_name: "\u0001".repeat(1_024) };
    const longest = booking("CUST-1", {
      tickets: Array.from({ length: 1_000 }, () => ({ attendee })),
    });
    await using service = await startTestService([acmeWith([longest]), emptyUat], withoutLimits);
    const lines = await exportLines(service.store, acme);
    assert.ok(lines.some((line) => Buffer.byteLength(line) > 6_000_000));
    await importLines(service.store, uat, lines, { allowOverbooked: false });
    assert.deepEqual(await exportLines(service.store, uat), lines);
  });

  test("gives the same after cancels, single tickets' cancels and check-ins", async () => {
    const bookings = manyStates();
    await using service = await startTestService([acmeWith(bookings), emptyUat], withoutLimits);
    await changeSome(service.store, bookings);
    const token = await service.token();
    const cancelled = bookings.find((line) => line.external_id === "over HTTP");
    const body = { booking: cancelled?.booking };
    assert.equal(
      (await service.call({ method: "POST", path: cancelPath, token, body })).status,
      200,
    );
    const lines = await exportLines(service.store, acme);
    await importLines(service.store, uat, lines, { allowOverbooked: false });
    assert.deepEqual(await exportLines(service.store, uat), lines);
    assert.deepEqual(
      await allAnswers(service, uatHost, lines),
      await allAnswers(service, "api.acme.example", lines),
    );
    assert.deepEqual(breaches(service.databaseUrl), []);
    const states = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "booking");
    const stateOf = (contact: string) => states.find((line) => line.external_id === contact);
    assert.equal(stateOf("over HTTP").booking_status, "CANCELLED");
    assert.notEqual(stateOf("one ticket").tickets[1].cancelled_at, null);
    assert.equal(stateOf("one ticket").tickets[0].cancelled_at, null);
    assert.notEqual(stateOf("arrives").tickets[0].attendee.checked_in_at, null);
    assert.equal(stateOf("leaves").tickets[0].attendee.checked_in_at, null);
    assert.equal(stateOf("leaves").tickets[0].attendee.display_name, "Lea");
  });

  test("gives the same whatever the data, and in whatever order its lines come", async () => {
    const runs = 12;
    const accountsOf = (environment: AccountName["environment"]) =>
      Array.from({ length: runs }, (_, run) => ({
        name: { tenant: `t${run}`, environment },
        hosts: [`${environment}.t${run}.example`],
      }));
    const sources = accountsOf("production");
    const copies = accountsOf("uat");
    await using here = await startTestService([...sources, ...copies], withoutLimits);
    await using there = await startTestService(sources, withoutLimits);
    await Promise.all([...sources, ...copies].map(({ hosts }) => here.token(hosts[0])));
    await Promise.all(sources.map(({ hosts }) => there.token(hosts[0])));
    let run = 0;
    const property = fc.asyncProperty(fc.gen(), async (gen) => {
      const draw = <T>(from: fc.Arbitrary<T>) => gen(() => from);
      const source = sources[run]?.name ?? assert.fail();
      const copy = copies[run]?.name ?? assert.fail();
      const host = sources[run]?.hosts[0] ?? "";
      const copyHost = copies[run]?.hosts[0] ?? "";
      run += 1;
      const file = drawFile(draw).map((line) => JSON.stringify(line));
      await importLines(here.store, source, file);
      const lines = await exportLines(here.store, source);
      assert.deepEqual(meanings(lines), meanings(file));
      const shuffled = draw(
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      );
      await importLines(here.store, copy, lines);
      await importLines(there.store, source, shuffled);
      assert.deepEqual(await exportLines(here.store, copy), lines);
      assert.deepEqual(await exportLines(there.store, source), lines);
      assert.deepEqual(await exportLines(here.store, source), lines);
      const answers = await allAnswers(here, host, lines);
      assert.deepEqual(await allAnswers(here, copyHost, lines), answers);
      assert.deepEqual(await allAnswers(there, host, lines), answers);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    assert.deepEqual(breaches(here.databaseUrl), []);
    assert.deepEqual(breaches(there.databaseUrl), []);
  });

  test("A38 keeps a CONFIRMED booking whose tickets are all cancelled", async () => {
    const odd = booking("odd", { tickets: [ended, ended] });
    await using store = await storeWith([acmeWith([odd]), emptyUat]);
    const lines = await exportLines(store, acme);
    assert.match(lines.at(-1) ?? "", /"booking_status":"CONFIRMED".*"cancelled_at":"2025-04-20T00/);
    await importLines(store, uat, lines, { allowOverbooked: false });
    assert.deepEqual(await exportLines(store, uat), lines);
  });

  test("needs leave to overbook where slots are overbooked, which the export tells", async () => {
    await using store = await storeWith([{ name: acme, hosts: ["a.example"] }, emptyUat]);
    const crowd = [booking("a"), booking("b"), booking("c", { tickets: [ended] })];
    const [slot] = withSlots(crowd);
    const file = [...catalogue, { ...slot, capacity: 1 }, ...crowd];
    await importLines(
      store,
      acme,
      file.map((line) => JSON.stringify(line)),
    );
    const lines = await exportLines(store, acme);
    const told: string[] = [];
    const account = store.account(await accountIdOf(store, acme));
    const onOverbooked = (told_: { activity: string }) => told.push(told_.activity);
    for await (const _ of exportDataFile(account, { onOverbooked }));
    assert.deepEqual(told, ["tasting"]);
    await assert.rejects(importLines(store, uat, lines, { allowOverbooked: false }), /capacity/);
    await importLines(store, uat, lines);
    assert.deepEqual(await exportLines(store, uat), lines);
    const again = await importLines(store, uat, lines, { allowOverbooked: false });
    assert.deepEqual(again.unchanged, countKinds(lines));
  });
});

describe("an export that is imported into the account it came from", () => {
  test("changes nothing, with and without --update", async () => {
    const data = [...demoDataFile(Date.now())];
    await using store = await storeWith([{ name: demo, hosts: ["localhost"], data }, emptyUat]);
    const lines = await exportLines(store, demo);
    for (const update of [false, true]) {
      assert.deepEqual(await importLines(store, demo, lines, { update, allowOverbooked: false }), {
        read: lines.length,
        created: {},
        updated: {},
        unchanged: countKinds(lines),
        kept: {},
        kept_bookings: [],
      });
    }
    assert.deepEqual(await exportLines(store, demo), lines);
  });

  test("takes its bookings back to the file's state only when it may overwrite", async () => {
    const bookings = manyStates();
    await using store = await storeWith([acmeWith(bookings)]);
    const before = await exportLines(store, acme);
    await changeSome(store, bookings);
    const after = await exportLines(store, acme);
    assert.notDeepEqual(after, before);
    const changed = after.filter((line) => !before.includes(line)).length;
    for (const update of [false, true]) {
      const { updated, kept } = await importLines(store, acme, before, { update });
      assert.deepEqual([updated, kept], [{}, { booking: changed }]);
      assert.deepEqual(await exportLines(store, acme), after);
    }
    const taken = await importLines(store, acme, before, { overwrite: true });
    assert.deepEqual(taken.updated, { booking: changed });
    assert.equal(taken.overwritten_bookings?.length, changed);
    assert.deepEqual(await exportLines(store, acme), before);
  });

  test("with --update makes of the account whatever is written into the file", async () => {
    await using store = await storeWith([]);
    const { databaseUrl } = store;
    let run = 0;
    const property = fc.asyncProperty(fc.gen(), async (gen) => {
      const draw = <T>(from: fc.Arbitrary<T>) => gen(() => from);
      const name: AccountName = { tenant: `t${(run += 1)}`, environment: "uat" };
      await store.accounts.create(audit(), name, [`t${run}.example`], []);
      await importLines(
        store,
        name,
        drawFile(draw).map((line) => byHand(JSON.stringify(line))),
      );
      const lines = await exportLines(store, name);
      const edited = lines.map((line) => byHand(edit(draw, line)));
      const some = edited.filter(() => draw(fc.boolean()));
      const { updated } = await importLines(store, name, some, { update: true });
      const expected = lines.map((line, index) =>
        some.includes(edited[index] ?? "") ? (edited[index] ?? "") : line,
      );
      const exported = await exportLines(store, name);
      assert.deepEqual(exported.map(withoutChangedAt), expected.map(withoutChangedAt));
      const changed = expected.filter((line, index) => line !== lines[index]);
      assert.deepEqual(updated, countKinds(changed));
      assert.deepEqual(breaches(databaseUrl), []);
      const kept = exported.map((line, index) => (isBooking(line) ? line : lines[index]));
      const back = await importLines(store, name, lines);
      assert.equal(back.updated.booking, undefined);
      assert.deepEqual(await exportLines(store, name), kept);
      assert.deepEqual(breaches(databaseUrl), []);
    });
    await fc.assert(property, { numRuns: 40, endOnFailure: true });
  });
});

/** Freed seats of an automatic campaign go to the waitlist, so the file is not the last word there (B64). */
function byHand(line: string): string {
  return line.replace('"waitlist_promotion":"automatic"', '"waitlist_promotion":"manual"');
}

describe("an export", () => {
  test("P11 holds one account and nothing of another", async () => {
    const foreign = { attendee: { display_name: "Of the other" } };
    const own = [booking("same", { tickets: [checkedIn("Own")] })];
    const others = own.map((line) => ({ ...line, tickets: [foreign, foreign] }));
    await using store = await storeWith([
      acmeWith(own),
      otherWith([...others, booking("another")]),
      emptyUat,
    ]);
    const before = await exportLines(store, acme);
    assert.doesNotMatch(before.join("\n"), /Of the other|"another"/);
    await importLines(store, uat, before);
    assert.deepEqual(await exportLines(store, acme), before);
    const other = await exportLines(store, { tenant: "other", environment: "production" });
    assert.doesNotMatch(other.join("\n"), /"Own"/);
    assert.equal(other.length, before.length + 1);
  });

  test("of an account without data is empty", async () => {
    await using store = await storeWith([emptyUat]);
    assert.deepEqual(await exportLines(store, uat), []);
  });

  test("is of one moment, and keeps no change waiting", async () => {
    const bookings = Array.from({ length: 450 }, () => booking("many"));
    await using store = await storeWith([acmeWith(bookings)]);
    await assertOfOneMoment(store, bookings.at(-1)?.booking as BookingId);
  });

  test("that is not read to its end lets go of the database", async () => {
    await using store = await storeWith([acmeWith([booking("a")])]);
    const account = store.account(await accountIdOf(store, acme));
    for await (const _ of exportDataFile(account)) break;
    // Who still reads keeps others from changing what there is.
    execute(store.databaseUrl, "drop table request_record");
  });
});

/** What the lines say, whatever their order. The id of a campaign is made where a line has none. */
function meanings(lines: readonly string[]): string[] {
  const contents = lines.map((line) => parseDataLine(withoutChangedAt(line), Date.now()));
  return contents
    .map((content) => JSON.stringify({ ...content, ...("public_key" in content && { id: null }) }))
    .toSorted();
}

/** A line that gets other times keeps the one at which it was changed before. */
function withoutChangedAt(line: string): string {
  return line.replace(/,"changed_at":"[^"]+"/, "");
}

/** Bookings with which an operator or a caller can do something. */
function manyStates(): BookingLine[] {
  return [
    booking("over HTTP", { tickets: [{}, ended, {}] }),
    booking("gone"),
    booking("one ticket", { tickets: [{}, { attendee: { display_name: "Bea" } }] }),
    booking("arrives", { tickets: [{ attendee: { display_name: "Cleo" } }] }),
    booking("leaves", { tickets: [checkedIn("Lea")] }),
    booking("waits", { booking_status: "WAITLIST" }),
    booking("unlimited", { ticket_type: "open", tickets: [{}, {}] }),
    booking("hosted", { activity: "workshop", host: "ann" }),
    booking("other campaign", { interaction: "pk_winter" }),
    booking("raw map", { interaction: "pk_fair", activity: "talk" }),
    booking("was gone", { booking_status: "CANCELLED" }),
  ];
}

async function changeSome(store: Store, bookings: readonly BookingLine[]): Promise<void> {
  const changes = {
    gone: { kind: "cancel", ticket: null },
    "one ticket": { kind: "cancel", ticket: 2 },
    arrives: { kind: "check-in", ticket: null },
    leaves: { kind: "undo-check-in", ticket: null },
    waits: { kind: "cancel", ticket: null },
    hosted: { kind: "cancel", ticket: null },
  } as const;
  for (const [contact, transition] of Object.entries(changes)) {
    const line = bookings.find((each) => each.external_id === contact) ?? assert.fail(contact);
    const answer = await changeBooking(store, audit(), line.booking as BookingId, acme, transition);
    assert.ok(!("refused" in answer), contact);
  }
}

/** The line with another content that its key may have, as an export would write it. */
function edit(draw: <T>(from: fc.Arbitrary<T>) => T, line: string): string {
  const content = JSON.parse(line);
  if (content.kind === "slot") content.capacity = draw(fc.nat(4));
  if (content.kind === "ticket_type") Object.assign(content, drawLimits(draw));
  if (content.kind === "group") content.display_name += draw(fc.constantFrom("", "!"));
  if (content.kind === "booking") Object.assign(content, drawState(draw));
  return JSON.stringify(content).replaceAll(/(\d\d:\d\d:\d\d)\.000Z/g, "$1Z");
}

function isBooking(line: string | undefined): boolean {
  return line?.startsWith('{"kind":"booking"') === true;
}
