import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Client } from "pg";
import { isRefused } from "../src/domain/refusal.ts";
import { createAccount } from "./harness/operate.ts";
import { countStatements } from "./harness/count-statements.ts";
import { execute, query, uuidLike } from "./harness/query.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { audit, importLines, openTestStores } from "./harness/service.ts";

const bookings = 20_000;
/** Events that have no position yet. */
const unplaced = 500;

test("a follower reads by the feed's index, however large the account", async () => {
  await using stores = await openTestStores(1);
  const { first: store, databaseUrl } = stores;
  const { name, hosts, data = [] } = acmeWith([booking("first")]);
  const created = await createAccount(store, audit(), name, hosts, []);
  if (isRefused(created)) assert.fail();
  await importLines(store, created.id, data);
  fillAccount(databaseUrl);
  const account = store.account(created.id);
  const question = { start: "start", limit: 100, since: 0 } as const;
  const { statements } = await countStatements(async () => {
    // The first read gives positions, the second finds nothing new.
    for (const _ of [1, 2]) assert.ok(!isRefused(await account.readChanges(question)));
  });
  const ofFeed = [...new Set(statements)].filter((sql) => /\b(booking|slot)_event\b/.test(sql));
  assert.ok(ofFeed.length >= 6, ofFeed.join("\n"));
  const wrong: string[] = [];
  for (const sql of ofFeed) {
    const reads = await readsOfEvents(databaseUrl, sql);
    assert.ok(reads.length > 0, sql);
    for (const { step, isNarrow } of reads) if (!isNarrow) wrong.push(`${step}\nof ${sql}`);
  }
  assert.deepEqual(wrong, []);
});

/** Adds bookings and slots' events, one event each, most of which have a position. */
function fillAccount(databaseUrl: string): void {
  const numbers = Array.from({ length: bookings }, (_, index) => index + 1);
  const [model] = query(databaseUrl, "select * from booking");
  const columns = Object.keys(model ?? {});
  const rows = numbers.map((number) => `(${number}, ${uuidLike(number)})`).join(",");
  const values = columns.map((column) => (column === "id" ? "added.id" : `model.${column}`));
  execute(
    databaseUrl,
    `with added (number, id) as (values ${rows})
     insert into booking (${columns.join(", ")})
     select ${values.join(", ")}
     from added
     cross join (select * from booking) as model`,
  );
  const placed = bookings - unplaced;
  execute(
    databaseUrl,
    `with added (number, id) as (values ${rows})
     insert into booking_event
       (account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, position)
     select account_id, added.id, 1, 'booked', booking_status, added.number, added.number, 'filler',
       case when added.number <= ${placed} then added.number end
     from added
     join booking on booking.id = added.id`,
  );
  execute(
    databaseUrl,
    `with added (number, id) as (values ${rows})
     insert into slot_event
       (account_id, id, interaction_id, activity_id, host_id, starting_at, capacity, recorded_at,
        actor, position, kind)
     select account_id, added.id, interaction_id, activity_id, host_id, starting_at, 1, added.number,
       'filler', case when added.number <= ${placed} then ${placed} + added.number end, 'capacity-changed'
     from added
     cross join (select * from slot limit 1) as model`,
  );
  execute(
    databaseUrl,
    `insert into change_feed
       (account_id, since, first_position, last_position, database_identity, epochs)
     select account_id, 0, 1, ${2 * placed}, '', '[]'
     from booking_event
     limit 1`,
  );
  execute(databaseUrl, "analyze");
}

interface Read {
  readonly step: string;
  /** Whether it begins within the account at a position, at a time, or at a booking. */
  readonly isNarrow: boolean;
}

/** How the engine reads the tables of events for this statement. */
async function readsOfEvents(databaseUrl: string, sql: string): Promise<Read[]> {
  if (databaseUrl.startsWith("sqlite:")) {
    using database = new DatabaseSync(databaseUrl.slice("sqlite:".length));
    return database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((step) => /^(SEARCH|SCAN) (booking_event|slot_event|event)\b/.test(step))
      .map((step) => ({ step, isNarrow: narrow.test(step) }));
  }
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query(`explain (generic_plan, format json) ${sql}`);
    return flat(rows[0]["QUERY PLAN"][0].Plan)
      .filter((node) => /^(booking_event|slot_event)$/.test(node["Relation Name"] ?? ""))
      .filter((node) => node["Node Type"] !== "ModifyTable")
      .map((node) => {
        const step = `${node["Node Type"]} ${node["Index Name"] ?? ""} ${node["Index Cond"] ?? ""}`;
        return { step, isNarrow: narrow.test(step) };
      });
  } finally {
    await client.end();
  }
}

const narrow = /account_id ?=.*\b(position|booking_id|id)"? ?(=|>|<|IS NULL)/;

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Node[];
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
