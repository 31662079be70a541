import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { openTestEngine } from "../harness/open-engine.ts";
import { cancelStatements } from "../harness/cancel-statements.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";

const many = 20_000;

test("S6 every statement of a cancel finds its rows by their keys among many", async () => {
  await using service = await startTestService([acmeWith([booking("plan")])]);
  const client = new Client(service.databaseUrl);
  await client.connect();
  await using _ = { [Symbol.asyncDispose]: () => client.end() };
  // Many of each, made of the one that is there.
  for (const statement of [
    `insert into contact select account_id, 1000 + n, md5('c' || n)::uuid, 'x' || n from contact, generate_series(1, ${many}) as n`,
    `insert into slot
     select account_id, interaction_id, activity_id, host_id, starting_at + n, capacity, taken, overbooked_by, 0, 0, ${2 * many} + n
     from slot, generate_series(1, ${many}) as n`,
    `insert into booking
     select account_id, 1000 + n, slot_starting_at + n, md5('b' || n)::uuid, ${2 * many} + n, interaction_number, host_number,
       ticket_type_number, booking_status, booked_at
     from booking, generate_series(1, ${many}) as n`,
    `insert into ticket select account_id, md5('b' || n)::uuid, 1 from ticket, generate_series(1, ${many}) as n`,
    `insert into booking_event
     select account_id, md5('b' || n)::uuid, 1, kind, booking_status, at, recorded_at, actor
     from booking_event, generate_series(1, ${many}) as n`,
    `insert into outcome select 1, 'c', 'k' || n, md5('b' || n)::uuid, '', 1 from generate_series(1, ${many}) as n`,
    "analyze",
  ]) {
    await client.query(statement);
  }
  const engine = openTestEngine(service.databaseUrl, { poolSize: 2 });
  const statements = await cancelStatements(engine);
  await engine.close();
  assert.equal(statements.length, 8);
  const large = /Seq Scan on (booking|ticket|slot|booking_event|outcome)\b/;
  for (const [number, { sql, parameters }] of statements.entries()) {
    await client.query(`prepare s${number} as ${sql}`);
    const values = parameters.map((value) =>
      Array.isArray(value) ? arrayOf(value) : String(value),
    );
    // For these values, and for any, as of a statement that was prepared long ago.
    for (const kind of ["custom", "generic"]) {
      await client.query(`set plan_cache_mode = force_${kind}_plan`);
      const { rows } = await client.query(
        `explain execute s${number}(${values.map((value) => `'${value}'`).join(", ")})`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert.doesNotMatch(plan, large, plan);
      for (const [, condition = ""] of plan.matchAll(/Index Cond: (.*)/g)) {
        assert.match(condition, /account_id = .* AND /, plan);
      }
    }
  }
});

function arrayOf(values: readonly unknown[]): string {
  return `{${values.map((value) => JSON.stringify(String(value))).join(",")}}`;
}
