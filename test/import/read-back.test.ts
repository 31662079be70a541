import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { breaches } from "../harness/database.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, startImporting } from "./importing.ts";
import { booking, catalogue, slot } from "./lines.ts";

const { fileWith } = filesOfSuite();
const at = "2024-05-01T08:00:00Z";
const booked_at = "2024-04-01T10:11:00Z";
const person = (display_name: string | null, checked_in_at: string | null = null) => ({
  attendee: { display_name, checked_in_at },
});

/** All kinds of bookings that a list shows. */
const bookings = [
  booking("came", {
    slot_starting_at: at,
    booked_at,
    reference: "=SO-1",
    data: { a: "x;y" },
    tickets: [person("Ada", "2024-05-01T08:05:00Z"), person("Bob")],
  }),
  booking("waits", {
    slot_starting_at: at,
    booked_at,
    booking_status: "WAITLIST",
    tickets: [person(null)],
  }),
  booking("cancelled", { slot_starting_at: at, booked_at, booking_status: "CANCELLED" }),
  booking("names", {
    slot_starting_at: at,
    booked_at,
    external_id: "=1+1",
    tickets: [person('+Zoë, "Z"')],
  }),
];

describe("the CSV that the service writes is read back", () => {
  for (const delimiter of ["comma", "semicolon", "tab"]) {
    test(`bookings, by ${delimiter}`, async () => {
      await using importing = await startImporting();
      const run = (...words: string[]) => runCommandHere(importing.databaseUrl, words);
      for (const into of importing.accountIds) {
        await imported(importing, [...catalogue, slot({ starting_at: at, capacity: 9 })], { into });
      }
      await imported(importing, bookings);
      const list = ["--csv", "--delimiter", delimiter];
      const { out } = await run("find", "acme/production", ...list);
      const path = `${fileWith("")}.csv`;
      writeFileSync(path, out);
      const read = await runImport(importing, ["acme/uat", path, "--json"]);
      assert.equal(read.status, 0, `${read.out}${read.err}`);
      assert.deepEqual(JSON.parse(read.out).created, { booking: 4 });
      const again = await run("find", "acme/uat", ...list);
      assert.equal(again.out, out);
      assert.deepEqual(breaches(importing.databaseUrl), []);
    });
  }

  test("slots", async () => {
    await using importing = await startImporting();
    const run = (...words: string[]) => runCommandHere(importing.databaseUrl, words);
    for (const into of importing.accountIds) await imported(importing, catalogue, { into });
    await imported(importing, [slot({ starting_at: at, capacity: 9 })]);
    const { out } = await run("slot", "list", "acme/production", "--csv");
    const path = `${fileWith("")}.csv`;
    writeFileSync(path, out);
    const read = await run("slot", "csv", "acme/uat", path);
    assert.equal(read.status, 0, `${read.out}${read.err}`);
    const again = await run("slot", "list", "acme/uat", "--csv");
    assert.equal(again.out, out);
  });
});
