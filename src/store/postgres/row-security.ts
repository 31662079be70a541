import { AsyncLocalStorage } from "node:async_hooks";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { DatabaseUnusable } from "../engine.ts";
import type { Tables } from "../tables.ts";

/**
 * Row level security: a second line behind the account's door. When it is on, PostgreSQL itself limits a
 * session to the rows of one account, so that even a statement that forgets its account cannot reach
 * another's, while work runs in an `AccountScope`.
 *
 * The service's connections begin with `every account`, which work for the whole installation needs (accounts, the
 * directory, housekeeping, invariants). Another program's session, for which nothing is set, sees no rows.
 */
export const everyAccount = "every account";

/** The account whose rows the present work may see; `everyAccount` unless it runs for one account. */
export class AccountScope {
  readonly #current = new AsyncLocalStorage<string>();

  run<T>(accountId: AccountId, work: () => T): T {
    return this.#current.run(String(accountId), work);
  }

  get current(): string {
    return this.#current.getStore() ?? everyAccount;
  }
}

/** Puts each table with an `account_id` under the policy, where it is not yet. Throws for a role that bypasses policies. */
export async function secureRows(transaction: Kysely<Tables>): Promise<void> {
  await refuseEveryRow(transaction);
  for (const name of await findUnsecured(transaction)) {
    const table = sql.table(name);
    await sql`alter table ${table} enable row level security`.execute(transaction);
    await sql`alter table ${table} force row level security`.execute(transaction);
    await sql`
      create policy one_account on ${table}
      using (
        nullif(current_setting('booking.account', true), '')
          in (${sql.lit(everyAccount)}, account_id::text)
      )`.execute(transaction);
  }
}

/** Throws `DatabaseUnusable` where no policy applies to the role. */
export async function refuseEveryRow(transaction: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ bypasses: boolean }>`
    select rolsuper or rolbypassrls as bypasses
    from pg_roles
    where rolname = current_user`.execute(transaction);
  if (rows[0]?.bypasses !== false) {
    throw new DatabaseUnusable(
      "ROW_LEVEL_SECURITY is on, but the database's user may see every row: " +
        "connect as one that is neither superuser nor has BYPASSRLS.",
    );
  }
}

/** The tables with an `account_id` that are not under the policy. */
export async function findUnsecured(transaction: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relation.relname as name
    from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid
    where relation.relkind in ('r', 'p')
      and relation.relnamespace = current_schema()::regnamespace
      and attribute.attname = 'account_id'
      and not relation.relforcerowsecurity
    order by relation.relname`.execute(transaction);
  return rows.map(({ name }) => name);
}
