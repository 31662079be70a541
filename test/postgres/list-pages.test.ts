import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { postgresParts } from "../../src/store/postgres/dialect.ts";
import { openStore } from "../../src/store/store.ts";
import { listStatements } from "../harness/list-statements.ts";
import { testDatabase } from "../harness/test-database.ts";

const bookings = 30_000;
const contacts = bookings / 10;
/** Of an index the root and a leaf, or two; of each table a page of the map that says which rows need no look. */
const pagesMost = 6.4;

/** A contact's bookings are made at different times, so that each is on another page of the table. */
const fill = `
  set session_replication_role = replica;
  insert into contact
  select 1, n, md5('contact-' || n)::uuid, 'contact-' || n
  from generate_series(1, ${contacts}) as n;
  insert into booking
  select 1, 1 + n % ${contacts}, n * 60000::bigint, md5('booking-' || n)::uuid, n, 1, 0, 2, 'CONFIRMED', n
  from generate_series(1, ${bookings}) as n;
  set session_replication_role = origin`;

interface Node {
  readonly "Relation Name"?: string;
  readonly "Heap Fetches"?: number;
  readonly "Actual Rows": number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Node[];
}

test("a list of ten scattered bookings reads few pages, and none of the bookings' own", async () => {
  await using database = await testDatabase();
  const store = openStore(database.url);
  await store.migrate(Date.now());
  await store.close();
  const client = new Client(database.url);
  await client.connect();
  await using _ = { [Symbol.asyncDispose]: () => client.end() };
  for (const statement of [fill, "vacuum analyze booking", "vacuum analyze contact"]) {
    await client.query(statement);
  }
  const [first] = await listStatements(postgresParts);
  const { sql, values } = first ?? assert.fail();
  let pages = 0;
  for (const number of [1, 500, 1_000, 2_000, contacts]) {
    const { rows } = await client.query(
      `explain (analyze, buffers, format json) ${sql}`,
      values.map((value) => (value === "x" ? `contact-${number}` : value)),
    );
    const { Plan: plan } = rows[0]["QUERY PLAN"][0] as { readonly Plan: Node };
    const nodes = flat(plan);
    const read = nodes.filter((node) => node["Heap Fetches"] !== undefined);
    assert.deepEqual(
      read.map((node) => [node["Relation Name"], node["Heap Fetches"], node["Actual Rows"]]),
      [
        ["contact", 0, 1],
        ["booking", 0, 10],
      ],
    );
    const account = nodes.find((node) => node["Relation Name"] === "account") ?? assert.fail();
    // A node counts the pages of those that it runs, so that the first has them all.
    pages += touched(plan) - touched(account);
  }
  assert.ok(pages / 5 <= pagesMost, `${pages / 5} pages`);
});

function touched(node: Node): number {
  return node["Shared Hit Blocks"] + node["Shared Read Blocks"];
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
