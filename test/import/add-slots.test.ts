import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { breaches } from "../harness/database.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, startImporting, uuidOf, type Importing } from "./importing.ts";
import { catalogue } from "./lines.ts";

const { fileWith } = filesOfSuite();

const header =
  "booking,external_id,interaction,activity,host,slot_starting_at,ticket_type,booking_status,booked_at,tickets";

interface Row {
  readonly activity?: string;
  readonly host?: string;
  readonly at?: string;
  readonly type?: string;
  readonly status?: string;
  readonly tickets?: number;
}

/** Runs an import of rows at slots that the campaign lacks, unless told otherwise. */
async function importRows(importing: Importing, rows: readonly Row[], ...words: string[]) {
  const lines = rows.map((row, index) => {
    const { activity = "tasting", host = "", at = "2030-05-02T08:00:00Z" } = row;
    const { type = "standard", status = "CONFIRMED", tickets = 1 } = row;
    const name = `${index}-${at}`;
    return [
      uuidOf(name),
      `CUST-${index}`,
      "pk_summer",
      activity,
      host,
      at,
      type,
      status,
      "2024-04-01T10:11:12Z",
      tickets,
    ];
  });
  const path = `${fileWith("")}.csv`;
  writeFileSync(path, [header, ...lines.map((cells) => cells.join(","))].join("\n"));
  return runImport(importing, ["acme/production", path, ...words]);
}

const slots = (importing: Importing) =>
  importing
    .query("select activity_id, host_id, starting_at, capacity, taken from slot order by 3, 1, 2")
    .map(({ starting_at, ...slot }) => ({
      at: new Date(Number(starting_at)).toISOString(),
      ...slot,
    }));

describe("an import that adds slots", () => {
  test("makes those that rows name and the campaign lacks, for as many as the rows hold", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const before = slots(importing);
    const past = "2020-05-02T08:00:00Z";
    const rows = [
      {},
      { tickets: 2 },
      { type: "free" },
      { status: "CANCELLED" },
      { status: "WAITLIST" },
      { activity: "workshop", host: "ann", at: past },
      // This one is there.
      { at: "2030-05-01T09:00:00Z" },
    ];
    const without = await importRows(importing, rows);
    assert.equal(without.status, 1);
    assert.match(without.err, /--add-slots makes the slots that rows name\./);
    const dry = await importRows(importing, rows, "--add-slots", "--dry-run");
    assert.deepEqual([dry.status, slots(importing)], [0, before], dry.err);
    assert.match(dry.out, /^slot +2 /m);
    assert.match(dry.out, /^slot added: pk_summer tasting at .*, capacity 3$/m);
    assert.match(dry.out, /^slot added: pk_summer workshop ann at .*, capacity 1$/m);
    assert.match(dry.out, /^MONTH +CONFIRMED +WAITING +CANCELLED +TICKETS +CHECKED IN$/m);
    assert.match(dry.out, /^2030-05 +4 +1 +1 +5 +0$/m);
    assert.match(dry.out, /^all +5 +1 +1 +6 +0$/m);
    assert.match(dry.out, /bookings of 7 contacts in 3 slots\./);
    const { status, out, err } = await importRows(importing, rows, "--add-slots", "--json");
    assert.equal(status, 0, err);
    const { created, slots_added, added_slots, read } = JSON.parse(out);
    assert.deepEqual([read, created, slots_added], [7, { booking: 7, slot: 2 }, 2]);
    assert.deepEqual(added_slots, [
      {
        interaction: "pk_summer",
        activity: "tasting",
        slot_starting_at: "2030-05-02T08:00:00Z",
        capacity: 3,
      },
      {
        interaction: "pk_summer",
        activity: "workshop",
        host: "ann",
        slot_starting_at: past,
        capacity: 1,
      },
    ]);
    const made = slots(importing).filter(({ at }) => !before.some((slot) => slot.at === at));
    assert.deepEqual(made, [
      {
        at: "2020-05-02T08:00:00.000Z",
        activity_id: "workshop",
        host_id: "ann",
        capacity: 1,
        taken: 1,
      },
      {
        at: "2030-05-02T08:00:00.000Z",
        activity_id: "tasting",
        host_id: "",
        capacity: 3,
        taken: 3,
      },
    ]);
    assert.deepEqual(breaches(importing.databaseUrl), []);
    const checked = await importRows(importing, rows, "--dry-run", "--json");
    const { warnings, would_be } = JSON.parse(checked.out);
    const of2020 = { confirmed: 1, waiting: 0, cancelled: 0, tickets: 1, checked_in: 0 };
    const of2030 = { confirmed: 4, waiting: 1, cancelled: 1, tickets: 5, checked_in: 0 };
    assert.deepEqual(warnings, []);
    assert.deepEqual(would_be, {
      contacts: 7,
      slots: 3,
      rows: [
        { month: "2020-05", ...of2020 },
        { month: "2030-05", ...of2030 },
      ],
      total: { confirmed: 5, waiting: 1, cancelled: 1, tickets: 6, checked_in: 0 },
    });
    const again = await importRows(importing, rows, "--add-slots", "--json");
    const { slots_added: more, unchanged } = JSON.parse(again.out);
    assert.deepEqual([more, unchanged], [0, { booking: 7 }]);
  });

  test("gives them a capacity that is said, which the rows may not exceed", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rows = [{}, { tickets: 3 }];
    const over = await importRows(importing, rows, "--add-slots", "--capacity", "3", "--json");
    assert.deepEqual(
      JSON.parse(over.out).errors.map(({ line, kind, field }: any) => [line, kind, field]),
      [[2, "slot", "capacity"]],
    );
    const { err } = await importRows(importing, rows, "--add-slots", "--capacity", "3");
    assert.match(
      err,
      /capacity: expected at least 4 in a new slot, as many as its CONFIRMED bookings take$/m,
    );
    assert.match(
      err,
      /^--capacity is what each new slot has: without it, as many seats as its bookings take\.$/m,
    );
    const good = await importRows(importing, rows, "--add-slots", "--capacity", "20");
    assert.equal(good.status, 0, good.err);
    assert.ok(slots(importing).some(({ capacity, taken }: any) => capacity === 20 && taken === 4));
  });

  test("makes no slot at a place that is misspelt, and offers the nearest name", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rows = [
      { activity: "tastng" },
      { activity: "dégustation" },
      { activity: "workshop", host: "anne" },
      { type: "standart" },
      { type: "for members of the club" },
    ];
    const before = slots(importing);
    const { status, out } = await importRows(importing, rows, "--add-slots", "--json");
    assert.deepEqual([status, slots(importing)], [1, before]);
    const { errors } = JSON.parse(out);
    const told = errors.map(({ line, field, expected }: any) => [
      line,
      field,
      expected.replace(/.*account/, ""),
    ]);
    assert.deepEqual(told, [
      [2, "activity", '; "tastng" is none, the nearest is tasting'],
      [3, "activity", '; "dégustation" is none, the nearest is tasting'],
      [4, "host", '; "anne" is none, the nearest is ann'],
      [5, "ticket_type", '; "standart" is none, the nearest is standard'],
      [6, "ticket_type", '; "for members of the club" is none, there are free, standard'],
    ]);
  });

  test("makes them of a large file too, in portions", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rows = Array.from({ length: 1_500 }, (_, index) => ({
      at: new Date(Date.UTC(2031, 0, 1) + Math.floor(index / 3) * 3_600_000).toISOString(),
    }));
    const { status, out, err } = await importRows(importing, rows, "--add-slots", "--json");
    assert.equal(status, 0, err);
    const { created, slots_added, added_slots, unchanged } = JSON.parse(out);
    assert.deepEqual([created, slots_added, unchanged], [{ slot: 500, booking: 1_500 }, 500, {}]);
    assert.equal(added_slots.length, 100);
    assert.deepEqual(breaches(importing.databaseUrl), []);
  });

  test("is for a spreadsheet, and its capacity for the slots that it adds", async () => {
    await using importing = await startImporting();
    const lines = fileWith("{}");
    const asLines = await runImport(importing, ["acme/production", lines, "--add-slots"]);
    assert.deepEqual(
      [asLines.status, asLines.err.split("\n")[0]],
      [2, "--add-slots is for a spreadsheet: CSV"],
    );
    const undated = await importRows(importing, [{ at: "5/01/2031 9:00" }]);
    assert.doesNotMatch(undated.err, /--add-slots makes/);
    const alone = await importRows(importing, [{}], "--capacity", "3");
    assert.equal(alone.status, 2);
    assert.match(alone.err, /--capacity is for the slots that --add-slots makes/);
  });
});
