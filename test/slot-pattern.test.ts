import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { imported, startImporting, type Importing } from "./import/importing.ts";
import { catalogue } from "./import/lines.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-pattern-"));
after(() => rmSync(folder, { recursive: true }));

const tasting = ["--interaction", "pk_summer", "--activity", "tasting", "--capacity", "4"];
const workshop = ["--interaction", "pk_summer", "--activity", "workshop", "--capacity", "4"];

async function pattern({ databaseUrl }: Importing, ...words: readonly string[]) {
  const command = ["slot", "pattern", "acme/production", ...words];
  const { status, out, err } = await runCommandHere(databaseUrl, [...command, "--json"]);
  return { status, err, ...(out.startsWith("{") ? JSON.parse(out) : {}) };
}

describe("booking slot pattern", () => {
  test("goes over midnight, and a slot of the whole range is as long", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const fridays = ["--from", "2031-06-06", "--to", "2031-06-06", ...tasting];
    const divided = await pattern(
      importing,
      ...fridays,
      "--between",
      "22:00-02:00",
      "--every",
      "2h",
    );
    assert.deepEqual(divided.created, ["2031-06-06T20:00:00Z", "2031-06-06T22:00:00Z"]);
    const whole = await pattern(importing, ...fridays, "--between", "23:00-01:30");
    assert.deepEqual(whole.created, ["2031-06-06T21:00:00Z"]);
    assert.deepEqual(
      importing.query(
        `select slot_duration_in_minutes n from slot where starting_at = ${Date.UTC(2031, 5, 6, 21)}`,
      ),
      [{ n: 150 }],
    );
    const none = await pattern(importing, ...fridays, "--between", "22:00-22:00");
    assert.equal(none.status, 1);
    assert.match(JSON.stringify(none), /must be another time than between.from/);
  });

  test("takes a range to the end of the day, and refuses words that are none", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const friday = ["--from", "2031-06-06", "--to", "2031-06-06", ...tasting];
    const late = await pattern(importing, ...friday, "--between", "23:00-24:00");
    assert.deepEqual(late.created, ["2031-06-06T21:00:00Z"]);
    for (const words of ["09:00", "09:00-10:00-11:00", "24:00-02:00", "24:00-24:00", "9-17"]) {
      const refused = await pattern(importing, ...friday, "--between", words);
      assert.equal(refused.status, 2, words);
      assert.match(JSON.stringify(refused), /is no range of times: write it like 09:00-17:00/);
    }
    const seconds = await pattern(
      importing,
      ...friday,
      "--between",
      "09:00-10:00",
      "--every",
      "90s",
    );
    assert.match(JSON.stringify(seconds), /Write --every in minutes, like 30m/);
  });

  test("over a clock change is as long as the clock says, or as many minutes, and says which", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const night = (day: string, ...words: string[]) =>
      pattern(importing, "--from", day, "--to", day, ...tasting, ...words);
    const minutesAt = (start: string) =>
      importing.query(
        `select slot_duration_in_minutes n from slot where starting_at = ${Date.parse(start)}`,
      );
    const [spring, autumn] = ["2031-03-30T00:00:00Z", "2031-10-25T23:00:00Z"];
    const whole = ["--between", "01:00-04:00"];
    const tried = await night("2031-03-30", ...whole, "--dry-run");
    assert.equal(tried.length_by, "clock");
    assert.deepEqual(tried.over_clock_change, [
      { starting_at: spring, ends_at: "2031-03-30T02:00:00Z", slot_duration_in_minutes: 120 },
    ]);
    await night("2031-03-30", ...whole);
    await night("2031-10-26", ...whole);
    assert.deepEqual([minutesAt(spring), minutesAt(autumn)], [[{ n: 120 }], [{ n: 240 }]]);
    // The nights before and after are as long as ever.
    const around = await night("2031-03-31", ...whole);
    assert.deepEqual(around.over_clock_change, []);
    assert.deepEqual(minutesAt(around.created[0]), [{ n: 180 }]);

    const minutes = ["--at", "01:30", "--slot-duration-in-minutes", "180"];
    const passed = await night("2031-10-26", ...minutes);
    assert.equal(passed.length_by, "minutes");
    assert.deepEqual(passed.over_clock_change[0].ends_at, "2031-10-26T02:30:00Z");
    const other = await night("2031-03-30", ...minutes, "--length-by", "clock");
    assert.equal(other.over_clock_change[0].slot_duration_in_minutes, 120);
    const words = ["slot", "pattern", "acme/production", ...tasting, "--dry-run"];
    const days = ["--from", "2031-03-30", "--to", "2031-03-30"];
    const range = ["--between", "00:30-04:00", "--length-by", "minutes"];
    const { err } = await runCommandHere(importing.databaseUrl, [...words, ...days, ...range]);
    assert.match(
      err,
      /Clocks in Europe\/Paris change during 1 slot, whose length is by minutes: 2031-03-30 00:30 CET to 2031-03-30 05:00 CEST \(210 minutes\)\./,
    );
    const one = ["slot", "add", "acme/production", ...tasting, "--slot", "2031-03-30T00:45:00Z"];
    const length = ["--slot-duration-in-minutes", "60", "--length-by", "clock", "--json"];
    const { json } = await runCommandHere(importing.databaseUrl, [...one, ...length]);
    assert.equal(json.over_clock_change[0].slot_duration_in_minutes, 15);
  });

  test("leaves out days that are named, and those of a file or a calendar", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const file = join(folder, "days.txt");
    writeFileSync(file, "2031-06-03 # a holiday\n");
    const days = ["--from", "2031-06-02", "--to", "2031-06-07", "--at", "09:00", ...tasting];
    const except = ["--except", "2031-06-02", "--except", "2031-06-05..2031-06-06"];
    const command = ["slot", "pattern", "acme/production", ...days, ...except];
    const tried = await runCommandHere(
      importing.databaseUrl,
      command.concat("--except-file", file, "--dry-run"),
    );
    assert.equal(
      tried.out.trim(),
      "2 slots would be added, from 2031-06-04 09:00 CEST to 2031-06-07 09:00 CEST.",
    );
    assert.match(
      tried.err,
      /4 days of the pattern left out, as excepted: 2031-06-02, 2031-06-03, 2031-06-05, 2031-06-06\./,
    );
    const added = await pattern(importing, ...days, ...except, "--except-file", file);
    assert.deepEqual(added.created, ["2031-06-04T07:00:00Z", "2031-06-07T07:00:00Z"]);
    assert.equal(added.excepted_days, 4);
    assert.match((await pattern(importing, ...days, ...except)).err, /as excepted: 2031-06-02/);
    // Days outside the pattern, however many, push none of its own out.
    const centuries = ["--except", "2100-01-01..2400-01-01", "--except", "2031-06-02..2031-06-06"];
    assert.equal((await pattern(importing, ...days, ...centuries)).excepted_days, 5);
    writeFileSync(file, "next week\n");
    const wrong = await pattern(importing, ...days, "--except-file", file);
    assert.equal(wrong.status, 1);
    assert.match(
      JSON.stringify(wrong),
      /one a line, or be a calendar \(\.ics\): line 1 is neither/,
    );
    const event = "BEGIN:VEVENT\nDTSTART;VALUE=DATE:20310603\nRRULE:FREQ=WEEKLY\nEND:VEVENT";
    writeFileSync(file, `BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR`);
    const weekly = await pattern(importing, ...days, "--except-file", file);
    assert.match(JSON.stringify(weekly), /each year on their date, or not at all: line 4/);
    const missing = await pattern(importing, ...days, "--except-file", join(folder, "none"));
    assert.match(JSON.stringify(missing), /there is no such file/);
  });

  test("is for several hosts, all or none, once under a key", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const days = ["--from", "2031-06-02", "--to", "2031-06-02", "--at", "09:00", ...workshop];
    const hosts = ["--host", "ann", "--host", "bob"];
    const slots = () =>
      importing.query(
        "select host_id from slot where starting_at > 1900000000000 order by host_id",
      );
    const before = slots();
    const unknown = await pattern(importing, ...days, ...hosts, "--host", "nobody");
    assert.equal(unknown.status, 1);
    assert.deepEqual(slots(), before);
    const dry = await pattern(importing, ...days, ...hosts, "--dry-run");
    assert.equal(dry.created.length, 2);
    assert.deepEqual(slots(), before);
    const key = ["--idempotency-key", "pattern-1"];
    const added = await pattern(importing, ...days, ...hosts, ...key);
    const start = "2031-06-02T07:00:00Z";
    assert.deepEqual(added.created, [start, start]);
    const again = await pattern(importing, ...days, ...hosts, ...key);
    assert.deepEqual(again.created, added.created);
    assert.deepEqual(
      importing.query(
        `select host_id from slot where starting_at = ${Date.parse(start)} order by host_id`,
      ),
      [{ host_id: "ann" }, { host_id: "bob" }],
    );
  });
});
