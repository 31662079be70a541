import { sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { AccountTriggers, FollowedTable } from "../move/account-triggers.ts";

/** SQLite's triggers for the move of an account. */
export function sqliteTriggers(write: Engine["write"]): AccountTriggers {
  return {
    requireTriggers: async () => {},
    create: (accountId, tables) =>
      write(async (transaction) => {
        for (const table of tables) {
          for (const event of events) {
            await sql.raw(createTrigger(accountId, table, event)).execute(transaction);
          }
        }
      }),
    drop: (accountId, tables, kind) =>
      write(async (transaction) => {
        for (const { name } of tables) {
          for (const event of events.filter(
            (each) => (each === "delete") === (kind === "delete"),
          )) {
            const trigger = sql.ref(nameOf(accountId, name, event));
            await sql`drop trigger if exists ${trigger}`.execute(transaction);
          }
        }
      }),
    // A transaction that writes has the database to itself.
    hold: async () => Date.now(),
  };
}

const events = ["insert", "update", "delete"] as const;
type Event = (typeof events)[number];

function nameOf(accountId: number, table: string, event: Event): string {
  return `follow_account_${accountId}_${table}_${event}`;
}

function createTrigger(accountId: number, table: FollowedTable, event: Event): string {
  const row = event === "delete" ? "old" : "new";
  const keyOf = (of: string) =>
    `json_array(${table.key.map((column) => `${of}."${column}"`).join(", ")})`;
  const note = (key: string, condition = "") =>
    `insert into moved_row (account_id, id, table_name, row_key)
     select ${accountId}, lower(hex(randomblob(16))), '${table.name}', ${key} ${condition};`;
  const refuse = `select raise(abort, 'The account is moving to another installation')
     from account_move
     where account_id = ${accountId}
       and (state = 'moved' or paused_until > cast(unixepoch('subsec') * 1000 as integer));`;
  return `create trigger if not exists "${nameOf(accountId, table.name, event)}"
    after ${event} on "${table.name}"
    when ${row}.account_id = ${accountId}
    begin
      ${table.refuses ? refuse : ""}
      ${note(keyOf(row))}
      ${event === "update" ? note(keyOf("old"), `where ${keyOf("old")} <> ${keyOf("new")}`) : ""}
    end`;
}
