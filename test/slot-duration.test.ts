import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditContext, edit, editCatalogue } from "./harness/catalogue-edits.ts";
import { operate } from "./harness/operate.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { query } from "./harness/query.ts";
import { booking, catalogue, fetchPath, productionHost, withSlots } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";
import { exportLines, importLines } from "./export/exporting.ts";

const endpoints = ["interactions:fetchContactBookings"] as const;
const tasting = { interaction: "pk_summer", activity: "tasting" } as const;
const workshop = { interaction: "pk_summer", activity: "workshop" } as const;
const eight = "2030-05-01T08:00:00Z";
const nine = "2030-05-01T09:00:00Z";
const ten = "2030-05-01T10:00:00Z";

function slot(fields: object): object {
  return { kind: "slot", ...tasting, starting_at: eight, capacity: 10, ...fields };
}

/** The seed's line of an activity or a host, with another length. */
function lasting(kind: "activity" | "host", id: string, minutes: number | null): object {
  const line = catalogue.find((one: any) => one.kind === kind && one.id === id);
  return { ...line, slot_duration_in_minutes: minutes };
}

function start(data: readonly object[]): Promise<TestService> {
  return startTestService([{ name: acme, hosts: [productionHost], endpoints, data }]);
}

async function lengths(service: TestService, externalId = "CUST-1"): Promise<unknown[]> {
  const token = await service.token(productionHost);
  const path = `${fetchPath}?external_id=${externalId}&page_size=1000`;
  const answer = await service.call({ path, host: productionHost, token });
  assert.equal(answer.status, 200, answer.text);
  return (answer.json.bookings ?? []).map((each: any) => each.slot_duration_in_minutes);
}

describe("a slot's own length", () => {
  test("is its line's, else its host's, else its activity's, as they are when it is made", async () => {
    const hosted = { ...workshop, host: "ann" };
    await using service = await start(catalogue);
    await importLines(
      service.store,
      acme,
      texts([
        slot({}),
        slot({ starting_at: nine, slot_duration_in_minutes: 90 }),
        slot({ starting_at: ten, slot_duration_in_minutes: null }),
        slot({ ...hosted }),
        slot({ ...hosted, starting_at: nine, slot_duration_in_minutes: 5 }),
        // As long as the activity says, whose length is none of its slots'.
        slot({ ...hosted, starting_at: ten, slot_duration_in_minutes: 45 }),
        booking("CUST-1"),
        booking("CUST-1", { slot_starting_at: nine }),
        booking("CUST-1", { slot_starting_at: ten }),
        booking("CUST-2", { ...hosted }),
        booking("CUST-2", { ...hosted, slot_starting_at: nine }),
        booking("CUST-2", { ...hosted, slot_starting_at: ten }),
      ]),
    );
    assert.deepEqual(await lengths(service), [45, 90, undefined]);
    assert.deepEqual(await lengths(service, "CUST-2"), [20, 5, 45]);
    await edit(
      service,
      { line: lasting("activity", "tasting", 60) },
      { line: lasting("host", "ann", null) },
    );
    assert.deepEqual(await lengths(service), [45, 90, undefined]);
    assert.deepEqual(await lengths(service, "CUST-2"), [20, 5, 45]);
    // Slots that are made later have the new length.
    const later = slot({ starting_at: "2030-05-02T08:00:00Z" });
    await importLines(
      service.store,
      acme,
      texts([later, booking("CUST-1", { slot_starting_at: "2030-05-02T08:00:00Z" })]),
    );
    assert.deepEqual(await lengths(service), [45, 90, undefined, 60]);
  });

  test("follows the file's own catalogue lines in a new slot, in any order, and not in a known one", async () => {
    await using service = await start([...catalogue, slot({}), booking("CUST-1")]);
    const [before] = await lengths(service);
    const file = texts([
      slot({ starting_at: nine }),
      slot({}),
      booking("CUST-1", { slot_starting_at: nine }),
      lasting("activity", "tasting", 7),
    ]);
    await importLines(service.store, acme, file);
    assert.deepEqual(await lengths(service), [before, 7]);
    const again = await importLines(service.store, acme, file);
    assert.deepEqual(again.updated, {});
  });

  test("changes by a line, an edit and the slot's own operation, and the feed says slot-changed", async () => {
    await using service = await start([...catalogue, slot({}), booking("CUST-1")]);
    await importLines(service.store, acme, texts([slot({ slot_duration_in_minutes: 33 })]));
    assert.deepEqual(await lengths(service), [33]);
    await edit(service, { line: slot({ slot_duration_in_minutes: null }) });
    assert.deepEqual(await lengths(service), [undefined]);
    // Absent: as it is.
    await edit(service, { line: slot({ capacity: 11 }) });
    assert.deepEqual(await lengths(service), [undefined]);
    const order = { ...acme, ...tasting, starting_at: eight, capacity: 11 };
    const changed: any = await operate(
      service.store,
      "changeSlotCapacity",
      { ...order, slot_duration_in_minutes: 12 },
      { audit: auditContext(), ifMatch: "*" },
    );
    assert.equal(changed.slot_duration_in_minutes, 12, JSON.stringify(changed));
    assert.deepEqual(await lengths(service), [12]);
    const words = ["changes", "acme/production", "--from-start"];
    const feed = await runCommandHere(service.databaseUrl, words);
    assert.equal(feed.status, 0, feed.err);
    const told = feed.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const ofSlots = told.filter((each) => "slot" in each);
    assert.deepEqual(
      ofSlots.map(({ change }) => change),
      ["slot-changed", "slot-changed", "capacity-changed", "slot-changed"],
    );
    assert.equal(ofSlots.at(-1)?.slot.slot_duration_in_minutes, 12);
  });

  test("is in the export, which gives the same answers elsewhere", async () => {
    await using service = await start([...catalogue, ...withSlots([booking("CUST-1")])]);
    await importLines(
      service.store,
      acme,
      texts([slot({ capacity: 100_000, slot_duration_in_minutes: null })]),
    );
    const lines = await exportLines(service.store, acme);
    const line = lines.find((each) => each.includes('"kind":"slot"')) ?? "";
    assert.equal(JSON.parse(line).slot_duration_in_minutes, null);
    await using copy = await start([]);
    await importLines(copy.store, acme, lines);
    assert.deepEqual(await lengths(copy), [undefined]);
  });

  test("of each slot stays, byte for byte, when its host's or activity's changes", async () => {
    const places = [
      tasting,
      { ...workshop, host: "ann" },
      { ...workshop, host: "bob" },
      { interaction: "pk_winter", activity: "tasting" },
      { interaction: "pk_summer", activity: "tour" },
    ];
    const bookings = Array.from({ length: 400 }, (_, index) => {
      const starting = new Date(Date.UTC(2030, 0, 1) + (index % 97) * 3_600_000);
      return booking(`CUST-${index % 20}`, {
        ...places[index % places.length],
        slot_starting_at: `${starting.toISOString().slice(0, 19)}Z`,
      });
    });
    await using service = await start([...catalogue, ...withSlots(bookings)]);
    const all = async () => {
      const token = await service.token(productionHost);
      const answers: string[] = [];
      for (let contact = 0; contact < 20; contact += 1) {
        const path = `${fetchPath}?external_id=CUST-${contact}&page_size=1000`;
        answers.push((await service.call({ path, host: productionHost, token })).text);
      }
      return answers;
    };
    const before = await all();
    assert.match(before.join(""), /"slot_duration_in_minutes":/);
    await edit(
      service,
      { line: lasting("activity", "tasting", 1) },
      { line: lasting("host", "ann", 2) },
    );
    assert.deepEqual(await all(), before);
  });

  test("A95 of existing slots changes from a day on with that of their host or activity, named first", async () => {
    const at = (hour: number, fields: object = {}) =>
      slot({ starting_at: `2030-05-01T${String(hour).padStart(2, "0")}:00:00Z`, ...fields });
    await using service = await start([
      ...catalogue,
      // 23:00 in Paris on the day before, and midnight.
      slot({ starting_at: "2030-04-30T21:00:00Z" }),
      slot({ starting_at: "2030-04-30T22:00:00Z" }),
      at(8, { slot_duration_in_minutes: 90 }),
      at(9, { slot_duration_in_minutes: 60 }),
      at(10, { slot_duration_in_minutes: null }),
      slot({ ...workshop, host: "ann" }),
    ]);
    const order = { ...acme, ...tasting, slot_duration_in_minutes: 60 };
    const from = { ...order, also_slots_from: "2030-05-01" };
    const change = (values: Readonly<Record<string, unknown>>): Promise<any> =>
      operate(service.store, "changeSlotLengths", values, { audit: auditContext() });
    const stored = () =>
      query(
        service.databaseUrl,
        "select slot_duration_in_minutes as minutes from slot order by activity_id, starting_at",
      ).map(({ minutes }) => minutes);
    const named = {
      slot_duration_in_minutes_before: 45,
      slot_duration_in_minutes: 60,
      slots: [
        { starting_at: "2030-04-30T22:00:00Z", slot_duration_in_minutes_before: 45 },
        { starting_at: "2030-05-01T08:00:00Z", slot_duration_in_minutes_before: 90 },
        { starting_at: "2030-05-01T10:00:00Z", slot_duration_in_minutes_before: null },
      ],
      overlap: null,
    };
    const before = stored();
    assert.deepEqual(await change({ ...from, dry_run: true }), { ...named, dry_run: true });
    assert.deepEqual(stored(), before);
    assert.deepEqual(await change(from), { ...named, dry_run: false });
    assert.deepEqual(stored(), [45, 60, 60, 60, 60, 20]);
    const again = { slot_duration_in_minutes_before: 60, slots: [], overlap: null, dry_run: false };
    assert.deepEqual(await change(from), { ...again, slot_duration_in_minutes: 60 });
    const feed = await runCommandHere(service.databaseUrl, [
      "changes",
      "acme/production",
      "--from-start",
    ]);
    const told = feed.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      told
        .map(({ change: kind, slot: each }) => [
          kind,
          each.starting_at,
          each.slot_duration_in_minutes,
        ])
        // Those of one transaction stand in any order.
        .toSorted((one, other) => (one[1] < other[1] ? -1 : 1)),
      named.slots.map(({ starting_at: at }) => ["slot-changed", at, 60]),
    );
    // Without a day, none that exists.
    await change({ ...order, slot_duration_in_minutes: null });
    assert.deepEqual(stored(), [45, 60, 60, 60, 60, 20]);
    const hosted = { ...acme, ...workshop, host: "ann", slot_duration_in_minutes: 25 };
    const { slots } = await change({ ...hosted, also_slots_from: "2030-05-01T08:00:00Z" });
    assert.equal(slots.length, 1);
    assert.deepEqual(stored(), [45, 60, 60, 60, 60, 25]);
    for (const also_slots_from of ["tomorrow", "2030-02-30"]) {
      const bad = await change({ ...order, also_slots_from });
      assert.equal(bad.refused?.field, "also_slots_from", JSON.stringify(bad));
    }
    const { refused } = await change({ ...acme, ...workshop, slot_duration_in_minutes: 1 });
    assert.equal(refused.why, "host-missing");
  });

  test("is none where the command line says none", async () => {
    await using service = await start(catalogue);
    const place = ["--interaction", "pk_summer", "--activity", "tasting", "--capacity", "1"];
    const none = ["--slot-duration-in-minutes", "none"];
    const words = ["slot", "add", "acme/production", ...place, "--slot", eight, ...none];
    const added = await runCommandHere(service.databaseUrl, words);
    assert.equal(added.status, 0, added.err);
    const [row] = query(
      service.databaseUrl,
      "select slot_duration_in_minutes as minutes from slot",
    );
    assert.equal(row?.["minutes"], 0);
  });

  test("is refused where it is none", async () => {
    await using service = await start([...catalogue]);
    for (const minutes of [0, 1441, 1.5, "45"]) {
      const line = slot({ slot_duration_in_minutes: minutes });
      const refused: any = await editCatalogue(service.store, auditContext(), acme, [{ line }]);
      assert.equal(refused.refused.errors[0].field, "slot_duration_in_minutes");
    }
  });

  test("of a pattern is what it says, else that of its undivided range, else its host's", async () => {
    await using service = await start(catalogue);
    const order = { ...acme, ...tasting, from: "2031-05-01", to: "2031-05-01", capacity: 1 };
    const add = (more: object) =>
      operate(service.store, "addSlotsByPattern", { ...order, ...more }, { audit: auditContext() });
    await add({ between: { from: "09:00", to: "12:00" } });
    await add({ between: { from: "13:00", to: "14:00", every_minutes: 20 } });
    await add({ at: ["15:00"], slot_duration_in_minutes: 5 });
    await add({ at: ["16:00"], slot_duration_in_minutes: null });
    const rows = query(
      service.databaseUrl,
      "select slot_duration_in_minutes as minutes from slot order by starting_at",
    );
    const activity = catalogue.find((one: any) => one.kind === "activity" && one.id === "tasting");
    const usual = (activity as any).slot_duration_in_minutes ?? 0;
    assert.deepEqual(
      rows.map(({ minutes }) => minutes),
      [180, usual, usual, usual, 5, 0],
    );
  });
});

function texts(lines: readonly object[]): string[] {
  return lines.map((line) => JSON.stringify(line));
}
