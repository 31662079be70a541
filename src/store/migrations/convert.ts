import { sql, type Kysely } from "kysely";
import { wordsToStore } from "../../domain/attendee-name.ts";
import { formatInstant } from "../../domain/instant.ts";
import { wallTimeOf } from "../../domain/local-time.ts";
import { isSmallWord } from "../columns.ts";
import { DatabaseUnusable, type Engine } from "../engine.ts";
import { chunksOf, dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { columnType, isUuidColumn } from "../uuid-columns.ts";
import { applyMigration } from "./apply-migration.ts";
import {
  aside,
  fillings,
  formerTables,
  offsetTable,
  wordTable,
  type Filling,
  type FormerTable,
} from "./former-tables.ts";
import { knownMigrations } from "./migration-files.ts";
import { appliedMigrations } from "./schema-state.ts";

/*
 * The schema of 0.2.0 becomes the present one in a single transaction: its tables are renamed, the present ones are made
 * and filled from them, and the former are dropped. A process that ends on the way leaves the database as it was.
 */

/** The last migration of 0.2.0. The two behind it, of no release, made indexes. */
const lastOf020 = "0019-import-jobs";

export interface ConversionOrder {
  readonly now: number;
  /** Called before anything is done, with the bytes of the database: about as many are needed beside them. */
  readonly onBegin: (bytes: number) => void;
  /** Called when a table has been filled. */
  readonly onFilled: (table: string, rows: number) => void;
}

/** Returns the names of the migrations that are applied now. */
export async function convert(engine: Engine, order: ConversionOrder): Promise<string[]> {
  await refuseDistributed(engine);
  await refuseServers(engine);
  order.onBegin(await engine.conversion.size(engine.reads));
  const applied = await engine.rebuild(async (transaction) => {
    await refuseOtherSchema(transaction);
    await engine.conversion.setAside(transaction, formerTables);
    // The tables are locked, so that a program that has come since cannot write.
    await refuseServers(engine);
    await sql`delete from schema_migration`.execute(transaction);
    const migrations = knownMigrations();
    for (const name of migrations) await applyMigration(engine, transaction, name, order.now);
    const filled = formerTables.filter((table) => table !== "attendee_word");
    await engine.conversion.fill(transaction, filled, () => fillTables(transaction, filled, order));
    for (const table of [wordTable, offsetTable, ...formerTables.map(aside).toReversed()]) {
      await sql`drop table ${sql.ref(table)}`.execute(transaction);
    }
    return migrations;
  });
  await engine.analyze("all");
  return applied;
}

/** Citus joins no rows of its nodes with those of the coordinator, as the audit log and the words of names are. */
async function refuseDistributed({ conversion, reads }: Engine): Promise<void> {
  if (!(await conversion.isDistributed(reads))) return;
  throw new DatabaseUnusable(
    "The database is of 0.2.0 and Citus has its rows on several nodes, where they cannot be converted. Bring them to " +
      "the coordinator with `select undistribute_table('account', cascade_via_foreign_keys => true)`, then `select " +
      "undistribute_table(table_name) from citus_tables`, and run `booking migrate --distribute`.",
  );
}

async function refuseServers(engine: Engine): Promise<void> {
  if (await engine.hasServers()) throw stillOpen();
}

/** The error of a conversion while another program has the database open. */
export function stillOpen(): DatabaseUnusable {
  return new DatabaseUnusable(
    "A program has this database open. Stop all of them, then run `booking migrate` again: this one step is no " +
      "rolling upgrade.",
  );
}

async function refuseOtherSchema(transaction: Kysely<Tables>): Promise<void> {
  const applied = await appliedMigrations(transaction);
  if (applied.some(({ name }) => name === lastOf020)) return;
  throw new DatabaseUnusable(
    `The database's last migration is ${applied.at(-1)?.name ?? "none"}, of a release before 0.2.0: run ` +
      "`booking migrate` of 0.2.0 first.",
  );
}

async function fillTables(
  transaction: Kysely<Tables>,
  tables: readonly FormerTable[],
  order: ConversionOrder,
): Promise<void> {
  await storeWords(transaction);
  await storeOffsets(transaction);
  await sql`/* migration */ delete from directory`.execute(transaction);
  for (const table of tables) {
    order.onFilled(table, await fillTable(transaction, table));
    if (table === "account") await beginNumbers(transaction);
    else await takeNumbers(transaction, table);
  }
}

/** Copies the columns that both have, and makes the others. */
async function fillTable(transaction: Kysely<Tables>, table: FormerTable): Promise<number> {
  const { conversion } = dialectOf(transaction);
  const { columnsOf, wordOf, uuidOf, inOrder } = conversion;
  const former = new Set(await columnsOf(transaction, aside(table)));
  const { columns: made, source, order }: Filling = fillings[table] ?? { columns: {} };
  const present = await columnsOf(transaction, table);
  const columns = present.filter((name) => name in made || former.has(name));
  const values = columns.map((name) => {
    const same = sql.ref(`former.${name}`);
    const type = columnType(table, name);
    if (isSmallWord(type)) return wordOf(same, type);
    return made[name] ?? (isUuidColumn(table, name) ? uuidOf(same) : same);
  });
  const areMade = Object.keys(made).every((name) => present.includes(name));
  const { numAffectedRows } = await sql`
    /* migration */ insert into ${sql.ref(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)}
    from ${sql.ref(aside(table))} as former
    ${areMade && source !== undefined ? source(conversion) : sql``}
    ${order === undefined ? sql`` : inOrder(order)}`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

async function beginNumbers(transaction: Kysely<Tables>): Promise<void> {
  if (!(await hasNumbers(transaction, "account_number", "next_number"))) return;
  await sql`
    /* migration */ insert into account_number (account_id, next_number)
    select id, 1
    from account`.execute(transaction);
}

const numbered: ReadonlySet<FormerTable> = new Set([
  "interaction",
  "host",
  "ticket_type",
  "slot",
  "contact",
]);

/** The numbers of the table's rows are given. */
async function takeNumbers(transaction: Kysely<Tables>, table: FormerTable): Promise<void> {
  if (!numbered.has(table) || !(await hasNumbers(transaction, table, "number"))) return;
  await sql`
    /* migration */ update account_number
    set next_number = coalesce(
      (
        select max(number) + 1
        from ${sql.ref(table)} as numbered
        where numbered.account_id = account_number.account_id
      ),
      next_number
    )`.execute(transaction);
}

async function hasNumbers(
  transaction: Kysely<Tables>,
  table: string,
  column: string,
): Promise<boolean> {
  const columns = await dialectOf(transaction).conversion.columnsOf(transaction, table);
  return columns.includes(column);
}

const pageSize = 5_000;
const rowsAtOnce = 500;

/** The names whose words the database cannot make by itself, with these words. */
async function storeWords(transaction: Kysely<Tables>): Promise<void> {
  await dialectOf(transaction).define(
    transaction,
    `create table ${wordTable} (\n  name text not null primary key,\n  words text not null\n)`,
  );
  interface Row {
    readonly account_id: number;
    readonly booking_id: string;
    readonly number: number;
    readonly name: string | null;
  }
  let behind = sql``;
  for (let isLast = false; !isLast;) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      /* migration */ select account_id, booking_id, number, attendee_display_name as name
      from ${sql.ref(aside("ticket"))}
      ${behind}
      order by account_id, booking_id, number
      limit ${pageSize}`.execute(transaction);
    const words = new Map(
      rows.flatMap(({ name }) => {
        const stored = wordsToStore(name);
        return name === null || stored === null ? [] : [[name, stored] as const];
      }),
    );
    for (const some of chunksOf([...words], rowsAtOnce)) {
      const values = some.map(([name, stored]) => sql`(${name}, ${stored})`);
      await sql`
        /* migration */ insert into ${sql.ref(wordTable)} (name, words)
        values ${sql.join(values)}
        on conflict do nothing`.execute(transaction);
    }
    const end = rows.at(-1);
    if (end !== undefined) {
      behind = sql`where (account_id, booking_id, number) > (${end.account_id}, ${end.booking_id}, ${end.number})`;
    }
    isLast = rows.length < pageSize;
  }
}

/** The offset of each start of a slot in its campaign's zone, in whole minutes, and the start as the audit log writes it. */
async function storeOffsets(transaction: Kysely<Tables>): Promise<void> {
  await dialectOf(transaction).define(
    transaction,
    `create table ${offsetTable} (\n  timezone text not null,\n  starting_at bigint not null,\n  minutes integer not null,\n  start_text text not null,\n  primary key (timezone, starting_at)\n)`,
  );
  interface Row {
    readonly timezone: string;
    readonly starting_at: number;
  }
  let behind = sql``;
  for (let isLast = false; !isLast;) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      /* migration */ select timezone, starting_at
      from (
        select distinct interaction.timezone, slot.starting_at
        from ${sql.ref(aside("slot"))} as slot
        join ${sql.ref(aside("interaction"))} as interaction
        on interaction.account_id = slot.account_id
        and interaction.id = slot.interaction_id
      ) as starts
      ${behind}
      order by timezone, starting_at
      limit ${pageSize}`.execute(transaction);
    for (const some of chunksOf(rows, rowsAtOnce)) {
      const values = some.map(({ timezone, starting_at: start }) => {
        const minutes = Math.trunc((wallTimeOf(start, timezone) - start) / 60_000);
        return sql`(${timezone}, ${start}, ${sql.lit(minutes)}, ${formatInstant(start)})`;
      });
      await sql`
        /* migration */ insert into ${sql.ref(offsetTable)} (timezone, starting_at, minutes, start_text)
        values ${sql.join(values)}`.execute(transaction);
    }
    const end = rows.at(-1);
    if (end !== undefined)
      behind = sql`where (timezone, starting_at) > (${end.timezone}, ${end.starting_at})`;
    isLast = rows.length < pageSize;
  }
}
