import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, nothingKept, startImporting, toText, uuidOf } from "./importing.ts";
import { booking, catalogue, group, slot } from "./lines.ts";

// The program goes by the real clock, so these bookings are made in the past.
const past = { booked_at: "2020-01-01T00:00:00Z" };
const file = [...catalogue, booking("a", past)];
const created = {
  group: 1,
  interaction: 1,
  activity: 2,
  host: 2,
  ticket_type: 3,
  slot: 4,
  booking: 1,
};

const { path: folder, fileWith } = filesOfSuite();

describe("booking import", () => {
  test("imports a file and prints the counts", async () => {
    await using importing = await startImporting();
    const path = fileWith(toText(file));
    const { status, out, err } = await runImport(importing, ["acme/production", path, "--json"]);
    assert.equal(status, 0);
    assert.match(err, /^warning: [^\n]*\n$/);
    assert.equal(out.trim().includes("\n"), false);
    assert.deepEqual(JSON.parse(out), {
      read: 14,
      created,
      updated: {},
      unchanged: {},
      ...nothingKept,
    });
    assert.equal(importing.query("select * from booking where account_id = 1").length, 1);
  });

  test("prints a table for people", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue.slice(0, 3));
    const path = fileWith(toText([group({ display_name: "Acme" }), ...catalogue.slice(1, 4)]));
    const { out } = await runImport(importing, ["acme/production", path]);
    assert.equal(
      out,
      [
        "KIND         CREATED  UPDATED  UNCHANGED  KEPT",
        "group        0        1        0          0",
        "interaction  0        0        1          0",
        "activity     0        0        1          0",
        "ticket_type  1        0        0          0",
        "changed of group: display_name 1",
        "Read 4 lines.",
        "",
      ].join("\n"),
    );
  });

  test("names for people the bookings that stay as they are", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a", past)]);
    const path = fileWith(toText([booking("a", { ...past, booking_status: "CANCELLED" })]));
    const { out } = await runImport(importing, ["acme/production", path]);
    assert.match(out, /^booking +0 +0 +0 +1$/m);
    assert.match(
      out,
      /^line 1: booking [-0-9a-f]{36} kept as it is here: CONFIRMED since [-\d]+ [:\d]+ CES?T; the file says CANCELLED since [-\d]+ [:\d]+ CES?T$/m,
    );
  });

  test("warns on standard error of good lines that are odd", async () => {
    await using importing = await startImporting();
    const { out, err } = await runImport(importing, [
      "acme/production",
      fileWith(toText(catalogue)),
      "--json",
    ]);
    assert.equal("warnings" in JSON.parse(out), false);
    assert.match(err, /^warning: line 8: activity pk_summer\/workshop: without a text/m);
  });

  test("skips bad lines into a file that can be mended and imported again", async () => {
    await using importing = await startImporting();
    const lines = [
      ...catalogue,
      booking("a", past),
      booking("b", { ...past, ticket_type: "gold" }),
      slot({ activity: "nowhere" }),
      booking("c", { ...past, activity: "nowhere" }),
    ];
    const skipped = fileWith("");
    const words = ["acme/production", "-", "--skip-bad", skipped, "--json"];
    const input = createReadStream(fileWith(`${toText(lines)}?\n`));
    const { status, out } = await runImport(importing, words, input);
    assert.equal(status, 0);
    const { created, skipped: count } = JSON.parse(out);
    assert.deepEqual([created.booking, count], [1, 4]);
    const text = readFileSync(skipped, "utf8");
    assert.deepEqual(
      text.split("\n").filter((line) => !line.startsWith("#")),
      [...lines.slice(-3).map((line) => JSON.stringify(line)), "?", ""],
    );
    assert.match(text, /^# line 15: booking [-0-9a-f]{36} ticket_type: expected the id of/m);
    const mended = text.replaceAll("nowhere", "tasting").replace("gold", "free").replace("?", "");
    const again = await runImport(importing, ["acme/production", fileWith(mended), "--json"]);
    assert.deepEqual(JSON.parse(again.out).created, { booking: 2 });
  });

  test("skips nothing of a good file, and never into the file itself", async () => {
    await using importing = await startImporting();
    const path = fileWith(toText(catalogue));
    const own = await runImport(importing, ["acme/production", path, "--skip-bad", path]);
    assert.equal(own.status, 1);
    assert.match(own.err, /give another one/);
    const skipped = fileWith("x");
    const { out } = await runImport(importing, [
      "acme/production",
      path,
      "--skip-bad",
      skipped,
      "--json",
    ]);
    assert.equal(JSON.parse(out).skipped, 0);
    assert.equal(readFileSync(skipped, "utf8"), "");
  });

  test("reads standard input where the file is -", async () => {
    await using importing = await startImporting();
    const input = createReadStream(fileWith(toText(file)));
    const { status, out } = await runImport(importing, ["--json", "acme/uat", "-"], input);
    assert.deepEqual([status, JSON.parse(out).created], [0, created]);
    assert.equal(importing.query("select * from booking where account_id = 2").length, 1);
  });

  test("knows its flags", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a", past)]);
    const overfull = toText([
      booking("a", { ...past, booking_status: "CANCELLED" }),
      booking("b", { ...past, tickets: [{}, {}, {}] }),
    ]);
    const path = fileWith(overfull);
    const words = ["acme/production", path, "--json"];
    assert.equal((await runImport(importing, words)).status, 1);
    const dry = await runImport(importing, [
      ...words,
      "--dry-run",
      "--update",
      "--allow-overbooked",
    ]);
    const expected = {
      read: 2,
      created: { booking: 1 },
      updated: { booking: 1 },
      unchanged: {},
      ...nothingKept,
    };
    assert.deepEqual([dry.status, JSON.parse(dry.out)], [0, expected]);
    assert.equal(importing.query("select * from booking").length, 1);
    const done = await runImport(importing, [...words, "--allow-overbooked", "--update"]);
    assert.deepEqual([done.status, JSON.parse(done.out)], [0, expected]);
    assert.equal((await runImport(importing, [...words, "--force"])).status, 2);
  });

  test("says of a dry run that nothing was changed", async () => {
    await using importing = await startImporting();
    const path = fileWith(toText(catalogue));
    const { out } = await runImport(importing, ["acme/production", path, "--dry-run"]);
    assert.match(out, /^The file is good; nothing was changed\.$/m);
    assert.deepEqual(importing.contents().flat(), []);
  });

  test("names each bad line and exits with 1", async () => {
    await using importing = await startImporting();
    const lines = [
      ...catalogue,
      slot({ capacity: -1 }),
      booking("b", { ...past, ticket_type: "gold" }),
    ];
    const path = fileWith(`${toText(lines)}?\n`);
    const words = ["acme/production", path];
    const errors = [
      {
        line: 14,
        kind: "slot",
        key: "pk_summer/tasting/2030-05-01T08:00:00Z",
        field: "capacity",
        expected: "an integer from 0 to 2147483647",
      },
      {
        line: 15,
        kind: "booking",
        key: uuidOf("b"),
        field: "ticket_type",
        expected: "the id of a ticket type of the activity, in the file or in the account",
      },
      { line: 16, kind: null, key: null, field: null, expected: "one JSON object" },
    ];
    const json = await runImport(importing, [...words, "--json"]);
    assert.equal(json.status, 1);
    assert.deepEqual(JSON.parse(json.out), { errors, error_count: 3 });
    const { status, out, err } = await runImport(importing, words);
    assert.deepEqual([status, out], [1, ""]);
    assert.equal(
      err,
      [
        "line 14: slot pk_summer/tasting/2030-05-01T08:00:00Z capacity: expected an integer from 0 to 2147483647",
        `line 15: booking ${uuidOf("b")} ticket_type: expected the id of a ticket type of the activity, in the file or in the account`,
        "line 16: expected one JSON object",
        "Nothing was imported: 3 bad lines.",
        "",
      ].join("\n"),
    );
  });

  test("names the first 100 bad lines and counts the others", async () => {
    await using importing = await startImporting();
    const path = fileWith("?\n".repeat(123));
    const { out, err } = await runImport(importing, ["acme/production", path, "--json"]);
    const report = JSON.parse(out);
    assert.deepEqual([report.errors.length, report.error_count], [100, 123]);
    assert.match(err, /^… and 23 more$/m);
    assert.match(err, /^Nothing was imported: 123 bad lines\.$/m);
  });

  test("does not let a file write to the terminal", async () => {
    await using importing = await startImporting();
    const path = fileWith(toText([group({ unique_key: "\u001b[2Jgone\u0007", colour: 1 })]));
    const { err } = await runImport(importing, ["acme/production", path]);
    assert.match(err, /gone/);
    assert.doesNotMatch(err.replaceAll("\n", ""), /\p{Cc}/u);
  });

  test("fails for an account that is not there", async () => {
    await using importing = await startImporting();
    const path = fileWith(toText(catalogue));
    for (const source of [path, "-"]) {
      const { status, out, err } = await runImport(importing, [
        "acme/development",
        source,
        "--json",
      ]);
      assert.equal(status, 1);
      assert.match(JSON.parse(out).error.message, /no account acme\/development/);
      assert.match(err, /no account acme\/development/);
    }
    assert.equal((await runImport(importing, ["acme", path])).status, 2);
  });

  test("fails for a file that cannot be read", async () => {
    await using importing = await startImporting();
    for (const path of [`${folder}/none.ndjson`, folder]) {
      const { status, out } = await runImport(importing, ["acme/production", path, "--json"]);
      assert.equal(status, 1);
      assert.ok(JSON.parse(out).error.message.startsWith(`${path} cannot be read: `));
    }
  });
});
