import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { postgresParts } from "../../src/store/postgres/dialect.ts";
import { openStore } from "../../src/store/store.ts";
import { listStatements } from "../harness/list-statements.ts";
import { testDatabase } from "../harness/test-database.ts";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Node[];
}

test("S2 S6 the list reads a contact's bookings by their key, in their order, whatever the filters", async () => {
  await using database = await testDatabase();
  const store = openStore(database.url);
  await store.migrate(Date.now());
  await store.close();
  const client = new Client(database.url);
  await client.connect();
  try {
    // Empty tables are read whole where that is allowed.
    await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
    const statements = await listStatements(postgresParts);
    let counted = 0;
    for (const { sql, bounded, isPage, isLaterPage } of statements) {
      const { rows } = await client.query(`explain (generic_plan, format json) ${sql}`);
      const nodes = flat(rows[0]["QUERY PLAN"][0].Plan);
      const reads = nodes.filter((node) => node["Relation Name"] === "booking");
      assert.ok(reads.length > 0, sql);
      for (const read of reads) {
        assert.equal(read["Node Type"], "Index Only Scan", sql);
        assert.equal(read["Index Name"], "booking_pkey", sql);
        assert.match(read["Index Cond"] ?? "", /account_id = .*contact_number = /, sql);
        if (bounded) assert.match(read["Index Cond"] ?? "", /slot_starting_at [<>]= /, sql);
      }
      // What lies before a later page is passed by in the index; the page and the rest begin at a key.
      const fromKey = reads.filter((read) => /ROW\(.*>= ROW\(/.test(read["Index Cond"] ?? ""));
      assert.equal(fromKey.length, isLaterPage ? 2 : 0, sql);
      counted += isPage && sql.includes("from_here") ? 1 : 0;
      if (isPage) assert.ok(!nodes.some((node) => /Sort/.test(node["Node Type"])), sql);
    }
    // The first page with its total, and two later ones, for each combination of filters.
    assert.equal(counted, (statements.length * 3) / 6);
  } finally {
    await client.end();
  }
});

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
