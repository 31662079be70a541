import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sqliteParts } from "../../src/store/sqlite/dialect.ts";
import type { BookingFilter } from "../../src/store/bookings/booking-rows.ts";
import { openStore } from "../../src/store/store.ts";
import { namedQuestions } from "../harness/named-questions.ts";
import { findStatement, slotQuestions } from "../harness/slot-question.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** An account of a million bookings, as ANALYZE would have counted it: rows, then rows for each prefix. */
const statistics = `
  analyze;
  insert into sqlite_stat1 (tbl, idx, stat) values
    ('booking', 'booking', '1000000 1000000 10 2 1'),
    ('booking', 'sqlite_autoindex_booking_2', '1000000 1000000 1'),
    ('booking', 'booking_by_slot', '1000000 1000000 20 15 2 1'),
    ('slot', 'slot', '50000 50000 25000 5000 1000 1'),
    ('slot', 'sqlite_autoindex_slot_2', '50000 50000 1'),
    ('slot', 'slot_by_start', '50000 50000 4'),
    ('contact', 'contact', '100000 100000 1'),
    ('interaction', 'interaction', '2 2 1');
  analyze sqlite_schema;`;

test("the bookings of one slot are found by the slot's index, however large the account", async () => {
  for (const { size, question, plan } of await plansOf(Object.entries(slotQuestions))) {
    const named = `${question}, ${size}:\n${plan.join("\n")}`;
    const slot = plan.filter((step) => /^(SEARCH|SCAN) slot /.test(step));
    // The slots themselves, and again those of the page's bookings.
    assert.equal(slot.length, 2, named);
    assert.match(
      slot[0] ?? "",
      /^SEARCH slot USING (PRIMARY KEY|INDEX slot_by_start) .*starting_at=\?/,
      named,
    );
    assert.match(
      slot[1] ?? "",
      /^SEARCH slot USING INDEX sqlite_autoindex_slot_2 \(account_id=\? AND number=\?/,
      named,
    );
    const reads = plan.filter((step) => step.includes("booking_by_slot"));
    assert.equal(reads.length, 1, named);
    assert.match(reads[0] ?? "", /^SEARCH key .*COVERING INDEX.*slot_number=\?/, named);
    const others = plan.filter((step) => /^SEARCH booking USING (?!AUTO)/.test(step));
    const whole =
      /PRIMARY KEY \(account_id=\? AND contact_number=\? AND slot_starting_at=\? AND id=\?/;
    assert.equal(others.length, 1, named);
    assert.match(others[0] ?? "", whole, named);
  }
});

test("B323 a question that names its bookings reads no other ones of the account", async () => {
  for (const { size, question, plan } of await plansOf(Object.entries(namedQuestions))) {
    const named = `${question}, ${size}:\n${plan.join("\n")}`;
    const reads = plan.filter((step) => /^S\w+ (booking|key) USING (?!AUTO)/.test(step));
    assert.ok(reads.length > 0, named);
    for (const step of reads) {
      const isNarrow = /\(account_id=\? AND (id=|contact_number=|slot_number=)/;
      assert.match(step, isNarrow, named);
    }
  }
});

/** The plan of each question's statement, without statistics and with those of a large account. */
async function plansOf(questions: readonly [name: string, question: BookingFilter][]) {
  using folder = temporaryFolder();
  const path = `${folder.path}/booking.db`;
  const store = openStore(`sqlite:${path}`);
  await store.migrate(Date.now());
  await store.close();
  const plans: { size: string; question: string; plan: string[] }[] = [];
  for (const size of ["unknown", "a million"]) {
    using database = new DatabaseSync(path);
    if (size === "a million") database.exec(statistics);
    for (const [name, question] of questions) {
      const { sql, parameters } = await findStatement(sqliteParts, question);
      const steps = database.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
      plans.push({ size, question: name, plan: steps.map(({ detail }) => String(detail)) });
    }
  }
  return plans;
}
