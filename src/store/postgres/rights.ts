import { sql, type Kysely } from "kysely";
import { DatabaseUnusable, type Engine, type EngineOptions } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { findUnsecured, refuseEveryRow } from "./row-security.ts";
import { visibleTables } from "./placement.ts";
import { grantOfTables, roleFacts, type RoleFacts } from "./role-facts.ts";

interface StartNeeds extends Pick<EngineOptions, "rowSecurity"> {
  readonly migrates: boolean;
}

/** Does what a start does, and takes it back. Throws `DatabaseUnusable` with what to do where the role lacks a right. */
export async function tryStart(write: Engine["write"], needs: StartNeeds): Promise<void> {
  const takenBack = new Error("The transaction is taken back.");
  try {
    await write(async (transaction) => {
      await startIn(transaction, needs);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

async function startIn(
  transaction: Kysely<Tables>,
  { migrates, rowSecurity }: StartNeeds,
): Promise<void> {
  if (rowSecurity) await refuseEveryRow(transaction);
  const { rows } = await sql<RoleFacts>`select ${sql.raw(roleFacts)}`.execute(transaction);
  const facts = rows[0] ?? { role: "", schema: null };
  const tables = await visibleTables(transaction);
  await refuseClosed(transaction, tables, facts);
  const unsecured = rowSecurity && !migrates ? await findUnsecured(transaction) : [];
  await refuseOthers(transaction, migrates ? tables : unsecured, facts);
  if (migrates) await sql`create table booking_doctor (tried bigint)`.execute(transaction);
  else await sql`update directory set version = version`.execute(transaction);
}

async function refuseClosed(
  transaction: Kysely<Tables>,
  tables: readonly string[],
  facts: RoleFacts,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where pg_table_is_visible(oid)
      and relname = any(${tables})
      and not (
        has_table_privilege(oid, 'select')
        and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update')
        and has_table_privilege(oid, 'delete')
      )
    order by relname`.execute(transaction);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new DatabaseUnusable(
    `The role ${facts.role} may not read and write ${names}: ${grantOfTables(facts)}`,
  );
}

/** Only its owner changes a table. */
async function refuseOthers(
  transaction: Kysely<Tables>,
  tables: readonly string[],
  { role }: RoleFacts,
): Promise<void> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select relname as name, quote_ident(pg_get_userbyid(relowner)) as owner
    from pg_class
    where pg_table_is_visible(oid)
      and relname = any(${tables})
      and not pg_has_role(relowner, 'usage')
    order by relname
    limit 1`.execute(transaction);
  const [first] = rows;
  if (first === undefined) return;
  throw new DatabaseUnusable(
    `The table ${first.name} belongs to ${first.owner}, and a start has to change it: run \`booking migrate\` as ` +
      `${first.owner}, or \`grant ${first.owner} to ${role};\`.`,
  );
}
