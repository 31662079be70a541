import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { breaches } from "../harness/database.ts";
import { intercept } from "../harness/intercept.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, startImporting, type Importing } from "./importing.ts";
import { booking, catalogue } from "./lines.ts";

const { fileWith } = filesOfSuite();
const header =
  "reference,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at,attendees";

interface Row {
  readonly reference?: string;
  readonly who?: string;
  readonly at?: string;
  readonly status?: string;
  readonly booked?: string;
  readonly name?: string;
}

async function importRows(importing: Importing, rows: readonly Row[], ...words: string[]) {
  const lines = rows.map((row) => {
    const { reference = "SO-1", who = "CUST-1", at = "2030-05-01T08:00:00Z" } = row;
    const { status = "CONFIRMED", booked = "2024-04-01T10:11:12Z", name = "Ada" } = row;
    return [reference, who, "pk_summer", "tasting", at, "standard", status, booked, name];
  });
  const path = `${fileWith("")}.csv`;
  writeFileSync(path, [header, ...lines.map((cells) => cells.join(","))].join("\n"));
  const { status, out, err } = await runImport(importing, [
    "acme/production",
    path,
    "--json",
    ...words,
  ]);
  return { status, err, json: JSON.parse(out) };
}

async function found(importing: Importing, reference: string) {
  const words = ["find", "acme/production", "--reference", reference, "--json"];
  const { out, err } = await runCommandHere(importing.databaseUrl, words);
  const list = JSON.parse(out);
  assert.equal(list.length, 1, err);
  return list[0];
}

describe("rows that name their booking by a reference alone", () => {
  test("make the id that other programs make of it, and are the same booking again", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rows = [{ reference: "SO-1" }, { reference: "Bestellung 7/é" }];
    const first = await importRows(importing, rows);
    assert.deepEqual(first.json.created, { booking: 2 }, first.err);
    // Computed with another program: uuid5(namespace, "acme/production\npk_summer\n" + reference).
    assert.equal((await found(importing, "SO-1")).booking, "2afcdcb7-094f-54c8-8f01-6721bf1e026e");
    assert.equal(
      (await found(importing, "Bestellung 7/é")).booking,
      "d1ddb2df-85f5-5011-a7b3-f3a7b917986a",
    );
    const again = await importRows(importing, rows);
    assert.deepEqual(again.json.unchanged, { booking: 2 });
    assert.deepEqual(breaches(importing.databaseUrl), []);
  });

  test("are the booking that has the reference here already, whatever its id", async () => {
    await using importing = await startImporting();
    const own = booking("a", {
      external_id: "CUST-1",
      reference: "SO-1",
      tickets: [{ attendee: { display_name: "Ada" } }],
      booked_at: "2024-04-01T10:11:12Z",
    });
    await imported(importing, [...catalogue, own]);
    const { json, err } = await importRows(importing, [{}]);
    assert.deepEqual(json.unchanged, { booking: 1 }, err);
    const moved = await importRows(
      importing,
      [{ at: "2030-05-01T09:00:00Z", booked: "2024-04-02T00:00:00Z" }],
      "--update",
    );
    assert.deepEqual(moved.json.updated, { booking: 1 });
    assert.equal((await found(importing, "SO-1")).booking, own.booking);
  });

  test("are refused where the id that is made is that of a booking with another reference", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...catalogue,
      booking("x", { booking: "2afcdcb7-094f-54c8-8f01-6721bf1e026e", reference: "SO-2" }),
    ]);
    const { status, json } = await importRows(importing, [{ reference: "SO-1" }]);
    assert.equal(status, 1);
    assert.deepEqual([json.error_count, json.errors[0].field], [1, "reference"]);
    assert.match(
      json.errors[0].expected,
      /another one than SO-1: .*2afcdcb7-094f-54c8-8f01-6721bf1e026e, has the reference SO-2; name/,
    );
  });

  test("are one booking with the tickets of all rows, where its order has a row for each", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const later = "2024-04-02T00:00:00Z";
    const rows = [
      { name: "Ada" },
      { reference: "SO-2", who: "CUST-2", status: "CANCELLED" },
      { name: "Bob", booked: later },
      { name: "Cid", status: "CANCELLED", booked: later },
      { reference: "SO-2", who: "CUST-2", status: "CANCELLED", booked: later },
    ];
    const { json, err } = await importRows(importing, rows);
    assert.deepEqual([json.read, json.created], [5, { booking: 2 }], err);
    const one = await found(importing, "SO-1");
    assert.deepEqual(
      [
        one.booking_status,
        one.booked_at,
        one.tickets.map((each: any) => [each.attendee.display_name, each.cancelled_at]),
      ],
      [
        "CONFIRMED",
        "2024-04-01T10:11:12Z",
        [
          ["Ada", null],
          ["Bob", null],
          ["Cid", later],
        ],
      ],
    );
    const two = await found(importing, "SO-2");
    assert.deepEqual(
      [two.booking_status, two.booked_at, two.tickets.length],
      ["CANCELLED", later, 2],
    );
    assert.deepEqual((await importRows(importing, rows)).json.unchanged, { booking: 2 });
    assert.deepEqual(breaches(importing.databaseUrl), []);
  });

  test("are refused where they disagree, with how to tell them apart, and the others can be imported", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rows = [
      {},
      { who: "CUST-2" },
      { at: "2030-05-01T09:00:00Z" },
      { reference: "SO-2", status: "WAITLIST" },
      { reference: "SO-2" },
    ];
    const { status, json } = await importRows(importing, rows);
    assert.equal(status, 1);
    const told = json.errors.map(({ line, field, expected }: any) => [line, field, expected]);
    assert.deepEqual(
      told.map(([line, field]: any) => [line, field]),
      [
        [3, "reference"],
        [4, "reference"],
        [6, "reference"],
      ],
    );
    assert.match(
      told[0][2],
      /^one of its own: line 2 has it with another external_id; join .* such as SO-1042\/2$/,
    );
    assert.match(told[1][2], /another slot_starting_at/);
    assert.match(told[2][2], /another booking_status/);
    const good = await importRows(importing, rows, "--skip-bad", fileWith(""));
    assert.deepEqual([good.json.created, good.json.skipped], [{ booking: 2 }, 3], good.err);
  });

  test("are settled with an index of the file's names, so that no row costs a scan of the file", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const said: string[] = [];
    const record = (_self: unknown, words: readonly unknown[]) => {
      said.push(String(words[0]));
      return words;
    };
    const undo = [
      intercept(DatabaseSync.prototype, "exec", record),
      intercept(DatabaseSync.prototype, "prepare", record),
    ];
    try {
      await importRows(importing, [{ reference: "SO-1" }, { reference: "SO-2" }]);
    } finally {
      for (const each of undo) each();
    }
    const isFirst = (words: RegExp) => said.findIndex((each) => words.test(each));
    const [indexed, settled] = [
      isFirst(/create index .*line_by_name/),
      isFirst(/^select .* order by line$/),
    ];
    assert.ok(indexed !== -1 && settled !== -1, said.join("\n"));
    assert.ok(indexed < settled, "the index comes after the lines are looked for");
  });

  test("are refused where a row or the file has neither", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const row = await importRows(importing, [{ reference: "" }]);
    assert.deepEqual(
      [row.json.errors[0].field, row.json.errors[0].expected],
      ["booking", "a lower-case UUID, or none where the row has a reference; the row has neither"],
    );
    const path = `${fileWith("")}.csv`;
    writeFileSync(path, `${header.replace("reference,", "")}\n`);
    const { out } = await runImport(importing, ["acme/production", path, "--json"]);
    assert.match(JSON.parse(out).errors[0].expected, /booking or reference among them/);
  });
});
