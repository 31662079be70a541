import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CompiledQuery } from "kysely";
import { Client } from "pg";
import { postgresParts } from "../../src/store/postgres/dialect.ts";
import { openStore } from "../../src/store/store.ts";
import { namedQuestions } from "../harness/named-questions.ts";
import { findStatement, namesStatement, slotQuestions } from "../harness/slot-question.ts";
import { testDatabase, type TestDatabase } from "../harness/test-database.ts";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

const bookings = 60_000;
/** A question that names its bookings reads hundreds of rows; one that reads the account reads them all. */
const rowsMost = bookings / 20;

/** An account of 60,000 bookings in 300 days, 10 of each contact, with what `namedQuestions` names. */
const fill = `
  set session_replication_role = replica;
  insert into interaction
    (account_id, id, public_key, group_unique_key, timezone, default_language, languages, waitlist_promotion, contact_limit_counts, number)
  values (1, 'i', 'pk', 'g', 'UTC', 'en', '["en"]', 'manual', 'all', 1);
  insert into "group" values (1, 'g', 'Group');
  insert into activity values (1, 'i', 'activity', '{}', '{}', null);
  insert into host values (1, 'i', 'activity', 'host', 'Host', null, 0, 2);
  insert into ticket_type (account_id, interaction_id, activity_id, id, display_name, has_limited_capacity, number) values (1, 'i', 'activity', 'standard', 'Standard', 1, 3);
  insert into slot
  select 1, 'i', 'activity', host, at, 10, 5, 0, 0, 0, case host when '' then 1000 else 100000 end + row_number() over (partition by host order by at)
  from (values (''), ('host')) as hosts (host), (
    select distinct (i % 300) * 86400000::bigint + (i / 300) % 10 * 3600000 + 1000 as at
    from generate_series(0, ${bookings - 1}) as i
  ) as times;
  insert into contact
  select 1, 200000 + i, md5('c-' || i)::uuid, case i when 0 then 'contact' else 'contact-' || i end
  from generate_series(0, ${bookings / 10 - 1}) as i;
  insert into booking
  select
    1, 200000 + i / 10, slot.starting_at, md5('id-' || i)::uuid, slot.number, 1,
    case when i % 600 = 0 then 2 else 0 end, 3, (array['CONFIRMED', 'CONFIRMED', 'WAITLIST', 'CANCELLED'])[1 + i % 4]::booking_status, 0
  from generate_series(0, ${bookings - 1}) as i
  join slot on slot.starting_at = (i % 300) * 86400000::bigint + (i / 300) % 10 * 3600000 + 1000
  and slot.host_id = case when i % 600 = 0 then 'host' else '' end;
  insert into booking_event
  select
    1, md5('id-' || i)::uuid, 1, 'booked', 'CONFIRMED', i, i, 'test',
    case when i < 3 then 'request' else 'request-' || i end
  from generate_series(0, ${bookings - 1}) as i;
  insert into ticket (account_id, booking_id, number, attendee_display_name)
  select 1, md5('id-' || i)::uuid, 1, case when i < 5 then 'Ada King' else 'Guest ' || i end
  from generate_series(0, ${bookings - 1}) as i;
  set session_replication_role = origin;
  analyze`;

const questions = {
  ...namedQuestions,
  "slot with a host": slotQuestions[0]!,
  "slot without a host": slotQuestions[1]!,
};

describe("B323 a question that names its bookings reads no other ones of a large account", () => {
  let database: TestDatabase;
  let client: Client;
  before(async () => {
    database = await testDatabase();
    const store = openStore(database.url);
    await store.migrate(Date.now());
    await store.close();
    client = new Client(database.url);
    await client.connect();
    await client.query(fill);
  });
  after(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });

  async function rowsRead({ sql, parameters }: CompiledQuery) {
    const explained = `explain (analyze, format json) ${sql}`;
    const { rows } = await client.query(explained, [...parameters]);
    const read: Record<string, number> = {};
    for (const node of flat(rows[0]["QUERY PLAN"][0].Plan)) {
      const table = node["Relation Name"];
      const { "Actual Rows": kept = 0, "Rows Removed by Filter": removed = 0 } = node;
      const loops = node["Actual Loops"] ?? 0;
      if (table !== undefined) read[table] = (read[table] ?? 0) + (kept + removed) * loops;
    }
    return { read, plan: JSON.stringify(rows, null, 1) };
  }

  test("a window of a common name reads no other tickets (B666)", async () => {
    const window = { from: 0, to: 10 * 86_400_000, limit: 101 };
    const { read, plan } = await rowsRead(await namesStatement(postgresParts, window));
    const { ticket = 0 } = read;
    assert.ok(ticket > 0 && ticket <= rowsMost, plan);
  });

  for (const [name, question] of Object.entries(questions)) {
    const statement = () => findStatement(postgresParts, question);

    test(`${name}: planned for its values`, async () => {
      const { read, plan } = await rowsRead(await statement());
      assert.ok((read["booking"] ?? 0) > 0, plan);
      for (const table of ["booking", "booking_event", "ticket"]) {
        assert.ok((read[table] ?? 0) <= rowsMost, `${table}: ${plan}`);
      }
    });

    test(`${name}: planned for any values`, async () => {
      const { sql } = await statement();
      const { rows } = await client.query(`explain (generic_plan, format json) ${sql}`);
      const nodes = flat(rows[0]["QUERY PLAN"][0].Plan);
      const reads = nodes.filter((node) => node["Relation Name"] === "booking");
      assert.ok(reads.length > 0, JSON.stringify(rows, null, 1));
      for (const node of reads) {
        const condition = bitmapCondition(node) ?? "";
        const isNarrow = /\b(id|contact_number|slot_number) (=|>=|<=|<|>) /.test(condition);
        assert.ok(isNarrow, `${condition}: ${JSON.stringify(rows, null, 1)}`);
      }
    });
  }
});

/** The condition by which an index finds the rows of a scan; undefined for a scan of the whole table. */
function bitmapCondition(node: Node): string | undefined {
  return node["Index Cond"] ?? node.Plans?.map(bitmapCondition).find((each) => each !== undefined);
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
