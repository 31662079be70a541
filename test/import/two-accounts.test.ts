import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { imported, places, refused, startImporting, uuidOf, type Importing } from "./importing.ts";
import { activity, booking, catalogue, counts, file, group, interaction, slot } from "./lines.ts";

describe("two accounts", () => {
  test("hold the same file without ever mixing", async () => {
    await using importing = await startImporting();
    const [production, uat] = importing.accountIds;
    await imported(importing, file, { into: production });
    const before = rowsOf(importing, production);
    const answer = await imported(importing, file, { into: uat });
    assert.deepEqual(answer.created, counts);
    assert.deepEqual(rowsOf(importing, production), before);
    assert.notEqual(importing.query("select distinct id from interaction").length, 1);

    await imported(importing, [slot({ capacity: 9 }), booking("new")], { into: uat });
    assert.deepEqual(rowsOf(importing, production), before);
    const statuses = [booking("a", { booking_status: "WAITLIST" })];
    await imported(importing, statuses, { into: uat, update: true });
    assert.deepEqual(rowsOf(importing, production), before);
  });

  test("do not lend each other what a line refers to", async () => {
    await using importing = await startImporting();
    const [production, uat] = importing.accountIds;
    await imported(importing, file, { into: production });
    const errors = await refused(importing, [booking("x"), activity()], { into: uat });
    assert.deepEqual(places(errors), [
      [1, "booking", uuidOf("x"), "interaction"],
      [2, "activity", "pk_summer/tasting", "interaction"],
    ]);
  });

  test("may give the same id to campaigns of theirs", async () => {
    await using importing = await startImporting();
    const [production, uat] = importing.accountIds;
    const id = uuidOf("campaign");
    const lines = file.with(1, interaction({ id }));
    for (const into of [production, uat, production, uat])
      await imported(importing, lines, { into });
    assert.deepEqual(importing.query("select account_id, id from interaction"), [
      { account_id: production, id },
      { account_id: uat, id },
    ]);
    const before = rowsOf(importing, production);
    const { updated } = await imported(importing, [slot({ capacity: 9 })], { into: uat });
    assert.deepEqual(updated, { slot: 1 });
    assert.deepEqual(rowsOf(importing, production), before);
  });

  test("may give the same id to campaigns with different public keys", async () => {
    await using importing = await startImporting();
    const [production, uat] = importing.accountIds;
    const id = uuidOf("campaign");
    await imported(importing, catalogue.with(1, interaction({ id })), { into: production });
    const winter = [
      group(),
      interaction({ id, public_key: "pk_winter" }),
      activity({ interaction: "pk_winter" }),
    ];
    await imported(importing, winter, { into: uat });
  });
});

function rowsOf(importing: Importing, accountId: number): unknown {
  return importing.contents().map((rows) => rows.filter((row) => row["account_id"] === accountId));
}
