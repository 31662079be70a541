import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDataLine } from "../../src/domain/data-file/data-line-text.ts";
import type { Engine } from "../../src/store/engine.ts";
import { importRules } from "../../src/domain/import/import-rules.ts";
import { importNumberedLines } from "../../src/store/import/import-numbered-lines.ts";
import { now, startImporting, uuidOf, type Importing } from "./importing.ts";
import { booking, catalogue, nine, slot, ticketType } from "./lines.ts";
import { openTestEngine } from "../harness/open-engine.ts";

/** An engine whose every transaction is tried twice, as after a serialisation failure. */
function tryingTwice(engine: Engine): Engine {
  return {
    ...engine,
    write: async (work) => {
      const failure = new Error("could not serialize");
      const first = engine.write(async (transaction) => {
        await work(transaction);
        throw failure;
      });
      await assert.rejects(first, failure);
      return engine.write(work);
    },
  };
}

const run = { audit: { actor: "test", now }, onWriting: () => {} };
const rules = importRules({ update: true });

async function importTwiceTried(importing: Importing, lines: readonly object[]) {
  async function* numbered() {
    yield lines.map((line, index) => ({
      line: index + 1,
      content: parseDataLine(JSON.stringify(line), now),
    }));
  }
  const engine = openTestEngine(importing.databaseUrl, { timeouts: "task", poolSize: 2 });
  try {
    return await importNumberedLines(
      tryingTwice(engine),
      importing.accountIds[0],
      numbered(),
      rules,
      run,
    );
  } finally {
    await engine.close();
  }
}

test("an import whose transaction has to be repeated does the same as one that has not", async () => {
  const first = [...catalogue, booking("a"), booking("f", { ticket_type: "free" })];
  const second = [
    slot({ capacity: 4 }),
    ticketType({ id: "free", display_name: "Free" }),
    booking("a", { booked_at: "2030-04-02T00:00:00Z", tickets: [{}, {}] }),
    booking("n", { slot_starting_at: nine }),
  ];
  const bad = [booking("a", { external_id: "CUST-b" }), slot({ capacity: 0 })];

  await using once = await startImporting();
  await using twice = await startImporting();
  for (const lines of [first, second, bad]) {
    const expected = await once.import(lines, { update: true });
    assert.deepEqual(await importTwiceTried(twice, lines), expected);
  }
  const seats = "select starting_at, capacity, taken, overbooked_by from slot order by 1, 2, 3";
  const events = "select number, kind, at from booking_event order by booking_id, number";
  for (const question of [seats, events])
    assert.deepEqual(twice.query(question), once.query(question));
  assert.equal(twice.query(`select * from ticket where booking_id = '${uuidOf("a")}'`).length, 2);
});
