import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { imported, places, refused, startImporting, uuidOf, nothingKept } from "./importing.ts";
import { booking, counts, file } from "./lines.ts";

describe("a dry run", () => {
  test("says what would happen, and changes nothing", async () => {
    await using importing = await startImporting();
    const empty = importing.contents();
    const expected = { read: 18, created: counts, updated: {}, unchanged: {}, ...nothingKept };
    assert.deepEqual(await imported(importing, file, { dryRun: true }), expected);
    assert.deepEqual(importing.contents(), empty);
    assert.deepEqual(
      importing.query("select * from audit_event where action = 'data imported'"),
      [],
    );
    assert.deepEqual(await imported(importing, file), expected);
  });

  test("finds what only the account tells", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    const errors = await refused(
      importing,
      [booking("h", { ticket_type: "gold" }), booking("f"), booking("g")],
      { dryRun: true },
    );
    assert.deepEqual(places(errors), [
      [1, "booking", uuidOf("h"), "ticket_type"],
      [2, "slot", "pk_summer/tasting/2030-05-01T08:00:00Z", "capacity"],
    ]);
  });
});
