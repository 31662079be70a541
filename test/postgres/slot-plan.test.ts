import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { postgresParts } from "../../src/store/postgres/dialect.ts";
import { openStore } from "../../src/store/store.ts";
import { findStatement, slotQuestions } from "../harness/slot-question.ts";
import { testDatabase } from "../harness/test-database.ts";

interface Node {
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Node[];
}

test("the bookings of one slot are found by the slot's index, however large the account", async () => {
  await using database = await testDatabase();
  const store = openStore(database.url);
  await store.migrate(Date.now());
  await store.close();
  const client = new Client(database.url);
  await client.connect();
  try {
    // Empty tables are read whole where that is allowed.
    await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
    for (const question of slotQuestions) {
      const { sql, parameters } = await findStatement(postgresParts, question);
      const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters]);
      const nodes = flat(rows[0]["QUERY PLAN"][0].Plan);
      const reads = nodes.filter((node) => node["Relation Name"] === "booking");
      const plan = JSON.stringify(rows, null, 1);
      // The join of the keys with their own bookings is left out by PostgreSQL 18.
      assert.equal(reads.length, 1, plan);
      assert.equal(reads[0]?.["Index Name"], "booking_by_slot", plan);
      const parts = ["account_id", "slot_number"];
      const slot = new RegExp(parts.map((part) => `${part} = `).join(".*"));
      assert.match(reads[0]?.["Index Cond"] ?? "", slot, plan);
    }
  } finally {
    await client.end();
  }
});

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
