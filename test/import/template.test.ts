import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dataKinds, lineFields } from "../../src/domain/data-file/data-line.ts";
import { columnsOf, templateFormats } from "../../src/domain/data-file/template.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { startImporting } from "./importing.ts";

const { fileWith } = filesOfSuite();

describe("booking import --template", () => {
  test("prints files with every column, which are imported one after the other as they are", async () => {
    await using importing = await startImporting();
    const print = (format: string) => runImport(importing, ["--template", format]);
    const { status, out, err } = await print("ndjson");
    assert.deepEqual([status, err], [0, ""]);
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const kind of dataKinds) {
      const { kind: _, ...fields } = lines.find((line) => line.kind === kind);
      assert.deepEqual(Object.keys(fields), Object.keys(lineFields[kind]));
    }
    const words = ["acme/production", fileWith(out), "--json"];
    const imported = await runImport(importing, words);
    assert.equal(imported.status, 0, imported.out);
    const { created } = JSON.parse(imported.out);
    assert.deepEqual(created, Object.fromEntries(dataKinds.map((kind) => [kind, 1])));

    const csv = await print("csv");
    const rows = ["acme/production", fileWith(csv.out), "--format", "csv", "--json"];
    const bookings = await runImport(importing, rows);
    assert.deepEqual([bookings.status, JSON.parse(bookings.out).created], [0, { booking: 1 }]);
    assert.deepEqual(importing.query("select count(*) n from ticket"), [{ n: 3 }]);
  });

  test("needs no database, and knows the formats", async () => {
    const nowhere = { databaseUrl: "sqlite:/nowhere/booking.db" } as never;
    const { status } = await runImport(nowhere, ["--template", "csv"]);
    const wrong = await runImport(nowhere, ["--template", "xml"]);
    assert.deepEqual([status, wrong.status], [0, 2]);
    assert.match(wrong.err, /Allowed choices are csv, ndjson/);
  });

  test("explains every column", () => {
    for (const format of templateFormats) {
      for (const { kind, name, expected } of columnsOf(format)) {
        assert.match(expected, /^\S.*\w/, `${kind} ${name}`);
      }
    }
  });

  test("guesses a large spreadsheet's columns by its beginning alone", async () => {
    const nowhere = { databaseUrl: "sqlite:/nowhere/booking.db" } as never;
    const row = `A-1;ada@example.org;${"é".repeat(500)}\n`;
    const path = fileWith(`Order;Email;Notes\n${row.repeat(1_200)}B;"quotes that nobody closes\n`);
    const { status, out } = await runImport(nowhere, ["--map-template", path]);
    assert.equal(status, 0, out);
    assert.deepEqual(JSON.parse(out).columns, {
      Order: "reference",
      Email: "external_id",
      Notes: null,
    });
    const small = fileWith('Order;Email\nB;"quotes that nobody closes\n');
    assert.equal((await runImport(nowhere, ["--map-template", small])).status, 2);
    const titled = fileWith("Bookings of May\nOrder;Email;Notes\n");
    const refused = await runImport(nowhere, ["--map-template", titled]);
    assert.equal(refused.status, 2);
    assert.match(refused.err, /^the file: expected the names of the columns .* in line 2; remove/);
  });
});
