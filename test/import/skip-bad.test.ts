import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { execute } from "../harness/query.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, startImporting, toText, type Importing } from "./importing.ts";
import { booking, catalogue, slot, ticketType } from "./lines.ts";

const { fileWith } = filesOfSuite();

const tickets = (count: number) => Array.from({ length: count }, () => ({}));
const on = (day: number) => `2025-11-${String(day).padStart(2, "0")}T10:00:00Z`;

/** Imports the good lines; the names of those that were left out, with the reasons, and the account's bookings. */
async function leftOutOf(
  importing: Importing,
  lines: readonly object[],
): Promise<{ readonly leftOut: readonly string[]; readonly reasons: readonly string[] }> {
  const skipped = fileWith("");
  const path = fileWith(toText(lines));
  const words = ["acme/production", path, "--skip-bad", skipped, "--json"];
  const { status, out, err } = await runImport(importing, words);
  assert.equal(status, 0, err + out);
  const written = readFileSync(skipped, "utf8").split("\n");
  const reasons = written.filter((line) => line.startsWith("#"));
  const contacts = written.flatMap((line) => /"external_id":"([^"]*)"/.exec(line)?.[1] ?? []);
  assert.equal(JSON.parse(out).skipped, reasons.length);
  return { leftOut: contacts.toSorted(), reasons };
}

const competing = [
  booking("T-0", { tickets: tickets(2), booked_at: on(1) }),
  booking("T-1", { tickets: tickets(2), booked_at: on(2) }),
  booking("T-2", { tickets: tickets(1), booked_at: on(3) }),
];

describe("--skip-bad where bookings compete for seats", () => {
  test("keeps who came first and still fits, whatever the order of the file", async () => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    for (const order of orders) {
      await using importing = await startImporting();
      const lines = [slot({ capacity: 3 }), ...order.map((which) => competing[which]!)];
      await imported(importing, catalogue);
      const { leftOut, reasons } = await leftOutOf(importing, lines);
      assert.deepEqual(leftOut, ["CUST-T-1"], String(order));
      const [first, last] = [0, 2].map((which) => order.indexOf(which) + 2);
      const holding = [first, last].toSorted((one = 0, other = 0) => one - other).join(" and ");
      assert.match(
        reasons[0] ?? "",
        new RegExp(
          `slot_starting_at: expected 2 free seats: of the slot's 3, lines ${holding} hold 3$`,
        ),
      );
    }
  });

  test("A88 also for those of a ticket type that has fewer, beside the others of the slot", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ticketType({ id: "vip", capacity_per_slot: 1 })]);
    const vip = { ticket_type: "vip" };
    const { leftOut, reasons } = await leftOutOf(importing, [
      slot({ capacity: 4 }),
      booking("late", { ...vip, booked_at: on(3) }),
      booking("early", { ...vip, booked_at: on(1) }),
      booking("large", { ...vip, booked_at: on(2), tickets: tickets(2) }),
      booking("other", { booked_at: on(4), tickets: tickets(3) }),
    ]);
    assert.deepEqual(leftOut, ["CUST-large", "CUST-late"]);
    assert.match(
      reasons[0] ?? "",
      /expected 1 free seat of the ticket type vip: of the slot's 1, line 3 holds 1$/,
    );
  });

  test("goes by line between those of one moment", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const lines = ["c", "a", "b"].map((name) => booking(name, { booked_at: on(1) }));
    assert.deepEqual((await leftOutOf(importing, lines)).leftOut, ["CUST-b"]);
  });

  test("keeps the slot's own line, and counts what the account holds", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("here")]);
    const lines = [
      slot({ capacity: 2 }),
      slot({ starting_at: "2030-06-01T08:00:00Z", capacity: 1 }),
      booking("a", { booked_at: on(2) }),
      booking("b", { booked_at: on(1) }),
      booking("c", { booked_at: on(3), slot_starting_at: "2030-06-01T08:00:00Z" }),
      booking("d", { booked_at: on(4), slot_starting_at: "2030-06-01T08:00:00Z" }),
    ];
    const { leftOut, reasons } = await leftOutOf(importing, lines);
    assert.deepEqual(leftOut, ["CUST-a", "CUST-d"]);
    assert.match(
      reasons[0] ?? "",
      /expected 1 free seat: of the slot's 2, line 4 holds 1, bookings of the account hold 1$/,
    );
    assert.match(reasons[1] ?? "", /expected 1 free seat: of the slot's 1, line 5 holds 1$/);
    assert.deepEqual(
      importing.query("select count(*) as slots from slot where starting_at > 1905000000000"),
      [{ slots: 1 }],
    );
  });

  test("leaves out a slot's line that lowers the capacity below what the account holds", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("here")]);
    const { leftOut, reasons } = await leftOutOf(importing, [
      slot({ capacity: 0 }),
      booking("a", { booked_at: on(1) }),
    ]);
    assert.deepEqual([leftOut, reasons.length], [[], 1]);
    assert.match(
      reasons[0] ?? "",
      /slot pk_summer\/tasting\/[-0-9:TZ]+ capacity: expected at least 1,/,
    );
  });

  test("leaves an overbooked slot as overbooked as it was", async () => {
    await using importing = await startImporting();
    const held = [booking("x"), booking("y")];
    await imported(importing, [...catalogue, ...held]);
    execute(importing.databaseUrl, "update slot set capacity = 1");
    const { leftOut } = await leftOutOf(importing, [
      slot({ capacity: 2 }),
      booking("late", { booked_at: on(2) }),
      booking("early", { booked_at: on(1) }),
    ]);
    assert.deepEqual(leftOut, ["CUST-late"]);
  });

  test("does so in a file that is written in portions, too", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const others = Array.from({ length: 1_001 }, (_, index) =>
      booking(`free ${index}`, { ticket_type: "free", booked_at: on(1) }),
    );
    const lines = [slot({ capacity: 3 }), ...competing.toReversed(), ...others];
    const { leftOut, reasons } = await leftOutOf(importing, lines);
    assert.deepEqual(leftOut, ["CUST-T-1"]);
    assert.match(reasons[0] ?? "", /of the slot's 3, lines 2 and 4 hold 3$/);
  });
});

test("a dry run in which every line is bad does not say that the file is good", async () => {
  await using importing = await startImporting();
  const path = fileWith('{"kind":"group"}\n{"kind":"slot"}\n');
  const words = ["acme/production", path, "--dry-run", "--skip-bad", fileWith("")];
  const { status, out } = await runImport(importing, words);
  assert.deepEqual([status, out], [0, "No line is good; nothing was changed.\n"]);
});
