import assert from "node:assert/strict";
import { createReadStream, readFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, startImporting, uuidOf } from "./importing.ts";
import { activity, catalogue, host } from "./lines.ts";

const { fileWith } = filesOfSuite();

describe("booking import of a spreadsheet", () => {
  test("reads bookings from the CSV of a spreadsheet", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const header =
      "booking;external_id;interaction;activity;host;slot_starting_at;ticket_type;booking_status;booked_at;tickets;attendees";
    const of = (name: string, ...rest: string[]) =>
      [uuidOf(name), `CUST-${name}`, "pk_summer", ...rest].join(";");
    const eight = "2030-05-01T08:00:00Z";
    const at = "2024-04-01T10:11:12Z";
    const rows = [
      of("a", "tasting", "", eight, "standard", "CONFIRMED", at, "2", "Ada"),
      of("b", "workshop", "ann", eight, "standard", "CANCELLED", at, "", "Bea|Bob"),
      of("c", "tasting", "", eight, "free", "WAITLIST", at, "", ""),
    ];
    const csv = (...lines: string[]) => fileWith([header, ...lines, ""].join("\r\n"));
    const spreadsheet = `${csv(...rows)}.CSV`;
    renameSync(spreadsheet.slice(0, -4), spreadsheet);
    // Its name says what it is.
    const { status, out } = await runImport(importing, ["acme/production", spreadsheet, "--json"]);
    assert.deepEqual([status, JSON.parse(out).created], [0, { booking: 3 }]);
    const tickets = importing.query(
      "select * from ticket order by attendee_display_name is null, attendee_display_name",
    );
    assert.deepEqual(
      tickets.map((row) => [row["attendee_display_name"], row["cancelled_at"]]),
      [
        ["Ada", null],
        ["Bea", Date.parse(at)],
        ["Bob", Date.parse(at)],
        [null, null],
        [null, null],
      ],
    );
    const asLines = await runImport(importing, ["acme/production", csv(...rows)]);
    assert.equal(asLines.status, 1);
    const [first, second] = asLines.err.split("\n");
    assert.match(
      first ?? "",
      /^line 1: expected one JSON object; bookings in CSV are imported with --format csv, /,
    );
    assert.equal(second, "lines 2, 3 and 4: expected one JSON object");
    const bad = [rows[0]!, of("d", "tasting", "", eight, "standard", "CONFIRMED", at, "x", "")];
    const refusal = await runImport(importing, [
      "acme/production",
      csv(...bad),
      "--format",
      "csv",
      "--json",
    ]);
    assert.equal(refusal.status, 1);
    const { errors } = JSON.parse(refusal.out);
    assert.deepEqual(
      errors.map(({ line, kind, field }: any) => [line, kind, field]),
      [[3, "booking", "tickets"]],
    );
  });

  test("names the commands that map the columns of another system", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const path = fileWith("Order code;Email;Status\nA1B2C;ada@example.org;paid\n");
    const named = `${path} of Ann's.csv`;
    renameSync(path, named);
    const { status, err } = await runImport(importing, ["acme/production", named]);
    const quoted = `'${named.replace("'", String.raw`'\''`)}'`;
    assert.equal(status, 1);
    assert.match(err, /^line 1: Order code, Email, Status: expected a first row with /m);
    assert.deepEqual(err.trimEnd().split("\n").slice(-5), [
      "Nothing was imported: 1 bad line.",
      "A mapping says what the columns of another system are. This command guesses one:",
      `  booking import --map-template ${quoted} > map.json`,
      "Correct map.json, then try it:",
      `  booking import acme/production ${quoted} --map map.json --dry-run`,
    ]);
    // Who has a mapping corrects that, and a file of lines has no columns.
    const map = fileWith('{"columns":{"Order code":"reference"}}');
    const mapped = await runImport(importing, ["acme/production", named, "--map", map]);
    assert.doesNotMatch(mapped.err, /map-template/);
    const lines = fileWith("Order code;Email\nA1B2C;ada@example.org\n");
    const asLines = await runImport(importing, ["acme/production", lines]);
    assert.equal(
      asLines.err,
      "lines 1 and 2: expected one JSON object\nNothing was imported: 2 bad lines.\n" +
        "--format csv reads the bookings of a spreadsheet.\n",
    );
  });

  test("finds in a mapped file what people call an activity, a host and a ticket type", async () => {
    await using importing = await startImporting();
    const more = [
      host({ id: "bob-1", display_name: "Bobby" }),
      host({ id: "bob-2", display_name: "bobby" }),
      // Another activity's host of the name is nobody's double.
      activity({ id: "class", title: { en: "Class" } }),
      host({ activity: "class", id: "ann-2", display_name: "Ann" }),
    ];
    await imported(importing, catalogue);
    await imported(importing, [activity({ id: "workshop", title: { fr: "Atelier" } }), ...more]);
    const map = fileWith(
      JSON.stringify({
        columns: { Order: "reference", Class: "activity", Teacher: "host", Ticket: "ticket_type" },
        fixed: {
          external_id: "CUST-1",
          interaction: "pk_summer",
          slot_starting_at: "2030-05-01T08:00:00Z",
          booking_status: "CONFIRMED",
          booked_at: "2024-04-01T10:11:12Z",
        },
      }),
    );
    const run = (...rows: string[]) => {
      const path = fileWith(["Order,Class,Teacher,Ticket", ...rows].join("\n"));
      const words = ["acme/production", path, "--format", "csv", "--map", map, "--json"];
      return runImport(importing, words);
    };
    const good = await run("A-1,Atelier,ANN,Standard", "A-2,workshop,bob,standard");
    assert.equal(good.status, 0, good.out);
    const found = ["find", "acme/production", "--external-id", "CUST-1", "--json"];
    const { out: bookings } = await runCommandHere(importing.databaseUrl, found);
    assert.deepEqual(
      JSON.parse(bookings)
        .map((each: any) => [each.activity, each.host, each.ticket_type])
        .toSorted(),
      [
        ["workshop", "ann", "standard"],
        ["workshop", "bob", "standard"],
      ],
    );
    // Two hosts of the activity are called so: the row names one of them.
    const { status, out } = await run("A-3,Atelier,Bobby,Standard");
    assert.equal(status, 1);
    const [{ field, expected }] = JSON.parse(out).errors;
    assert.equal(field, "host");
    assert.match(expected, /; "Bobby" is none, the nearest are bob-1, bob-2$/);
  });

  test("takes an id alone where the columns have the names of the fields", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rows = [
      "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at",
      `${uuidOf("a")},CUST-1,pk_summer,Tasting,2030-05-01T08:00:00Z,standard,CONFIRMED,2024-04-01T10:11:12Z`,
    ];
    const words = ["acme/production", fileWith(rows.join("\n")), "--format", "csv"];
    const { status, err } = await runImport(importing, words);
    assert.equal(status, 1);
    assert.match(err, /"Tasting" is none, the nearest is tasting$/m);
  });

  test("says in one sentence that a picture is no file of bookings", async () => {
    await using importing = await startImporting();
    const path = fileWith(Buffer.from("89504e470d0a1a0a0000000d49484452ff0aff0aff", "hex"));
    for (const words of [[path], [path, "--format", "csv"]]) {
      const { status, err } = await runImport(importing, ["acme/production", ...words]);
      assert.deepEqual(
        [status, err.split("\n").slice(0, -1)],
        [
          1,
          [
            "line 1: expected bookings, not a picture: export them from the other system as CSV",
            "Nothing was imported: 1 bad line.",
          ],
        ],
      );
    }
  });

  test("skips bad rows of a spreadsheet into one that can be mended and imported again", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const rest = "pk_summer,tasting,2030-05-01T08:00:00Z,free,2024-04-01T10:11:12Z";
    const csv = [
      "booking,external_id,booking_status,interaction,activity,slot_starting_at,ticket_type,booked_at,attendees",
      `${uuidOf("a")},CUST-1,CONFIRMED,${rest},Ada`,
      `${uuidOf("b")},'=CUST-2,PERHAPS,${rest},"Bea, ""B"""`,
      `${uuidOf("c")},CUST-3,CONFIRMED,${rest},Cid,and more`,
    ].join("\n");
    const skipped = fileWith("");
    const words = (path: string) => [
      "acme/production",
      path,
      "--format",
      "csv",
      "--skip-bad",
      skipped,
      "--json",
    ];
    const first = await runImport(importing, words("-"), createReadStream(fileWith(csv)));
    assert.deepEqual(
      [first.status, first.err],
      [0, `2 bad lines were skipped; they are in ${skipped}.\n`],
    );
    const { created, skipped: count } = JSON.parse(first.out);
    assert.deepEqual([created, count], [{ booking: 1 }, 2]);
    const text = readFileSync(skipped, "utf8");
    assert.match(text, /^"line 3: booking [-0-9a-f]{36} booking_status: expected /m);
    // Nothing was mended: the same rows come back.
    const same = fileWith(text);
    assert.equal(JSON.parse((await runImport(importing, words(same))).out).skipped, 2);
    assert.equal(readFileSync(skipped, "utf8").split("\n").length, text.split("\n").length);
    const mended = fileWith(text.replace("PERHAPS", "CONFIRMED").replace(",and more", ""));
    const again = await runImport(importing, words(mended));
    assert.deepEqual(JSON.parse(again.out).created, { booking: 2 });
    assert.equal(readFileSync(skipped, "utf8"), "");
    assert.deepEqual(
      importing.query("select external_id from contact order by external_id"),
      ["=CUST-2", "CUST-1", "CUST-3"].map((external_id) => ({ external_id })),
    );
    assert.deepEqual(
      importing.query("select attendee_display_name as name from ticket order by 1"),
      ["Ada", 'Bea, "B"', "Cid"].map((name) => ({ name })),
    );
  });

  test("takes the order of its dates from no row that is left out", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const header =
      "booking,external_id,booking_status,interaction,activity,slot_starting_at,ticket_type,booked_at";
    const importOf = async (...rows: string[]) => {
      const skipped = fileWith("");
      const words = ["--format", "csv", "--skip-bad", skipped, "--json"];
      const path = fileWith([header, ...rows].join("\n"));
      const { out } = await runImport(importing, ["acme/production", path, ...words]);
      return { ...JSON.parse(out), left: readFileSync(skipped, "utf8") };
    };
    const row = (name: string, status: string, date: string) =>
      `${uuidOf(name)},CUST-${name},${status},pk_summer,tasting,2030-05-01T08:00:00Z,free,${date} 10:00`;
    const good = row("a", "CONFIRMED", "5/01/2024");
    const none = await importOf(good, row("b", "CONFIRMED", "13/14/2024"));
    const bad = await importOf(good, row("b", "PERHAPS", "13/01/2024"));
    for (const { left, skipped } of [none, bad]) {
      assert.equal(skipped, 2);
      assert.match(left, /line 2: .* a date whose order its column shows by a number above 12/);
    }
    assert.deepEqual(importing.query("select id from booking"), []);
  });

  test("is told by a mapping or a name, and a file of another format by one sentence", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const map = fileWith(
      JSON.stringify({
        columns: { Order: "reference", Email: "external_id" },
        fixed: {
          interaction: "pk_summer",
          activity: "tasting",
          slot_starting_at: "2030-05-01T08:00:00Z",
          ticket_type: "standard",
          booking_status: "CONFIRMED",
          booked_at: "2024-04-01T10:11:12Z",
        },
      }),
    );
    const read = async (text: string | Buffer, ending: string, ...more: string[]) => {
      const path = `${fileWith("")}${ending}`;
      writeFileSync(path, text);
      const words = ["acme/production", path, "--map", map, "--json", ...more];
      const { status, out } = await runImport(importing, words);
      return { status, out: JSON.parse(out) };
    };
    const rows = "Order\tEmail\nA-1\tada@example.org\n";
    for (const [ending, count] of [
      [".txt", { created: { booking: 1 } }],
      [".tsv", { unchanged: { booking: 1 } }],
      [".orders", { unchanged: { booking: 1 } }],
    ] as const) {
      const { out } = await read(rows, ending);
      assert.deepEqual({ ...count, ...out }, out, ending);
    }
    const lines = await read(rows, ".ndjson");
    const message = "--map is for a spreadsheet: CSV";
    assert.deepEqual([lines.status, lines.out], [2, { error: { message } }]);
    for (const [text, expected] of [
      [Buffer.from(rows, "utf16le"), /not in UTF-16/],
      [Buffer.from("PK\x03\x04"), /not a zip file/],
      [Buffer.from("Order\tEmail\nA\xFC\ta@example.org\n", "latin1"), /text in UTF-8: save it/],
      ["", /the file is empty$/],
    ] as const) {
      const { out } = await read(text, ".xlsx");
      assert.equal(out.error_count, 1, JSON.stringify(out));
      assert.match(out.errors[0].expected, expected);
    }
  });

  test("reads times by clocks of the campaign's zone, and names every error of a row", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const header =
      "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at";
    const row = (
      name: string,
      start: string,
      bookedAt: string,
      more: Record<string, string> = {},
    ) =>
      [
        more["booking"] ?? uuidOf(name),
        `CUST-${name}`,
        more["interaction"] ?? "pk_summer",
        "tasting",
        start,
        "free",
        more["booking_status"] ?? "CONFIRMED",
        bookedAt,
      ].join(",");
    const good = [
      row("a", "2030-05-01 10:00", "01.04.2025 12:11:12"),
      row("b", "01.05.2030 10:00", "2025-04-01T10:11:12Z"),
      row("c", "05/01/2030 10:00 AM", "2025-04-01 12:11:12"),
    ];
    const words = (...rows: string[]) => [
      "acme/production",
      fileWith([header, ...rows, ""].join("\n")),
      "--format",
      "csv",
      "--json",
    ];
    const undecided = await runImport(importing, words(...good));
    assert.deepEqual(
      JSON.parse(undecided.out).errors.map(({ line, field }: any) => [line, field]),
      [[4, "slot_starting_at"]],
    );
    const { status, out } = await runImport(importing, [...words(...good), "--dates", "mdy"]);
    assert.deepEqual([status, JSON.parse(out).created], [0, { booking: 3 }], out);
    assert.deepEqual(importing.query("select distinct slot_starting_at, booked_at from booking"), [
      { slot_starting_at: Date.UTC(2030, 4, 1, 8), booked_at: Date.UTC(2025, 3, 1, 10, 11, 12) },
    ]);
    const bad = [
      row("d", "2030-03-31 02:30", "yesterday", { booking: "x", booking_status: "PERHAPS" }),
      row("e", "2030-05-01 10:00", "2025-04-01 12:00", { interaction: "pk_other" }),
    ];
    const refusal = await runImport(importing, words(...bad));
    const { errors, error_count } = JSON.parse(refusal.out);
    assert.deepEqual(
      errors.map(({ line, field }: any) => [line, field]),
      [
        [2, "booking"],
        [2, "slot_starting_at"],
        [2, "booking_status"],
        [2, "booked_at"],
        [3, "interaction"],
      ],
    );
    assert.equal(error_count, 5);
    const shown = await runImport(importing, words(...bad).slice(0, -1));
    assert.match(shown.err, /^Nothing was imported: 2 bad lines\.$/m);
    const skipped = fileWith("");
    const kept = await runImport(importing, [
      ...words(...bad, ...good),
      "--skip-bad",
      skipped,
      "--dates",
      "mdy",
    ]);
    assert.equal(JSON.parse(kept.out).skipped, 2);
    const [, first] = readFileSync(skipped, "utf8").split("\r\n");
    for (const field of ["booking_status", "slot_starting_at", "booked_at"]) {
      assert.match(first ?? "", new RegExp(` ${field}: expected `));
    }
  });
});
