import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable, DatabaseUnusable, type Engine } from "../engine.ts";
import type { AccountTriggers, FollowedTable, TriggerKind } from "../move/account-triggers.ts";
import type { Tables } from "../tables.ts";
import { hasCitus } from "./has-citus.ts";
import { keepVacuumOut } from "./keep-vacuum-out.ts";

/** The first key of the advisory locks that the writers of a moving account share. */
const moveLock = 470_218;
/**
 * How long a trigger waits for its table. Every later request for the table waits behind it, so the
 * wait is short and repeated.
 */
const tableWaitMs = 200;
const pauseMs = 300;
const maxAttempts = 100;

/** PostgreSQL's triggers for the move of an account. Their function is the account's own. */
export function postgresTriggers(write: Engine["write"]): AccountTriggers {
  return {
    requireTriggers: async () => {
      if (!(await write((transaction) => hasCitus(transaction)))) return;
      throw new DatabaseUnusable(
        "The database at --from has Citus, whose distributed tables have no triggers, and a move follows " +
          "an account by triggers: nodes of Citus exchange accounts with citus_move_shard_placement.",
      );
    },
    create: async (accountId, tables) => {
      await write((transaction) => sql.raw(createFunction(accountId)).execute(transaction));
      for (const table of tables) {
        for (const kind of ["write", "delete"] as const) {
          await withTable(write, table, async (transaction) => {
            if (await hasTrigger(transaction, accountId, table, kind)) return;
            await sql.raw(createTrigger(accountId, table, kind)).execute(transaction);
          });
        }
      }
    },
    drop: async (accountId, tables, kind) => {
      for (const table of tables) {
        await withTable(write, table, async (transaction) => {
          // The statement locks the table even where there is no trigger.
          if (!(await hasTrigger(transaction, accountId, table, kind))) return;
          await sql`drop trigger ${sql.ref(nameOf(accountId, kind))} on ${sql.table(table.name)}`.execute(
            transaction,
          );
        });
      }
      if (kind === "delete") return;
      await write((transaction) =>
        sql`drop function if exists ${sql.ref(functionOf(accountId))}()`.execute(transaction),
      );
    },
    hold: async (transaction, accountId) => {
      await sql.raw(`set local lock_timeout = ${tableWaitMs}`).execute(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(moveLock)}, ${accountId})`.execute(
        transaction,
      );
      const { rows } = await sql<{ now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(transaction);
      return rows[0]!.now;
    },
  };
}

function functionOf(accountId: number): string {
  return `follow_account_${accountId}`;
}

function nameOf(accountId: number, kind: TriggerKind): string {
  return `follow_account_${accountId}_${kind}`;
}

/**
 * Each change shares an advisory lock until its transaction ends; `hold` takes it alone. Under read committed
 * the pause is read after the lock was granted, so a change that waited for `hold` sees the pause. The
 * trigger's first argument is whether it refuses, the others are the columns of the key.
 */
function createFunction(accountId: number): string {
  return `
    create or replace function ${functionOf(accountId)}() returns trigger language plpgsql as $follow$
    declare
      row_after jsonb;
      row_before jsonb;
      key_after jsonb;
      key_before jsonb;
    begin
      perform pg_advisory_xact_lock_shared(${moveLock}, ${accountId});
      if tg_argv[0] = 'refuses' and exists (
        select
        from account_move
        where account_id = ${accountId}
          and (state = 'moved' or paused_until > extract(epoch from clock_timestamp()) * 1000)
      ) then
        raise exception 'The account is moving to another installation'
          using errcode = 'lock_not_available';
      end if;
      if tg_op <> 'DELETE' then row_after := to_jsonb(new); end if;
      if tg_op <> 'INSERT' then row_before := to_jsonb(old); end if;
      select
        coalesce(jsonb_agg(row_after -> name order by place), '[]'),
        coalesce(jsonb_agg(row_before -> name order by place), '[]')
      into key_after, key_before
      from unnest(tg_argv[1:]) with ordinality as key_column (name, place);
      if row_after is not null then
        insert into moved_row (account_id, id, table_name, row_key)
        values (${accountId}, gen_random_uuid()::text, tg_table_name, key_after::text);
      end if;
      if row_before is not null and (row_after is null or key_before <> key_after) then
        insert into moved_row (account_id, id, table_name, row_key)
        values (${accountId}, gen_random_uuid()::text, tg_table_name, key_before::text);
      end if;
      return null;
    end
    $follow$`;
}

function createTrigger(accountId: number, table: FollowedTable, kind: TriggerKind): string {
  const [events, row] = kind === "delete" ? ["delete", "old"] : ["insert or update", "new"];
  const argumentsOf = [table.refuses ? "refuses" : "notes", ...table.key];
  return `
    create trigger ${nameOf(accountId, kind)}
    after ${events} on "${table.name}"
    for each row
    when (${row}.account_id = ${accountId})
    execute function ${functionOf(accountId)}(${argumentsOf.map((each) => `'${each}'`).join(", ")})`;
}

async function hasTrigger(
  transaction: Kysely<Tables>,
  accountId: number,
  { name }: FollowedTable,
  kind: TriggerKind,
): Promise<boolean> {
  const { rows } = await sql`
    select tgname
    from pg_trigger
    where tgrelid = ${`"${name}"`}::regclass
      and tgname = ${nameOf(accountId, kind)}`.execute(transaction);
  return rows.length > 0;
}

async function withTable(
  write: Engine["write"],
  table: FollowedTable,
  work: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write(async (transaction) => {
        await keepVacuumOut(transaction, [table.name], attempt);
        await sql.raw(`set local lock_timeout = ${tableWaitMs}`).execute(transaction);
        await work(transaction);
      });
      return;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      if (attempt === maxAttempts) {
        throw new DatabaseUnusable(
          `The table ${table.name} stayed locked by a long transaction: run the command again later.`,
          { cause: error },
        );
      }
    }
    await sleep(pauseMs);
  }
}
