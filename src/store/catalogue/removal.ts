import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import {
  refuseRemoval,
  type Referrer,
  type RemovalRefusal,
} from "../../domain/catalogue/decide-record.ts";
import { formatDataLine } from "../../domain/data-file/data-line-text.ts";
import type { Refused } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { keys } from "../keys.ts";
import type { Tables } from "../tables.ts";
import {
  type CatalogueKey,
  type CatalogueKind,
  toLine,
  type LineRow,
  nameLine,
} from "./catalogue-kinds.ts";
import { changeCatalogueVersion, lockAccount } from "../accounts/accounts.ts";
import { readLineRow } from "./catalogue-lines.ts";

/** The refusal of an edit or a removal whose author saw another state than the stored one. */
export type CatalogueRefusal = {
  readonly why: "changed-meanwhile";
  /** The position of the edit, from 0. */
  readonly edit: number;
  /** The stored state as a line of a data file; null when there is none. */
  readonly current: object | null;
};

export interface RemovalOrder {
  readonly key: CatalogueKey;
  /** Whether parts of a campaign or activity that were never booked are removed with it. */
  readonly withUnbooked: boolean;
  /** Whether the stored record is the one that the operator saw. */
  readonly matches: (before: object) => boolean;
}

/** Removes a catalogue record that was never booked, and to which its parts and a slot's holds alone refer. Returns null, or the refusal. */
export function removeRecord(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { key, withUnbooked, matches }: RemovalOrder,
): Promise<Refused<RemovalRefusal | CatalogueRefusal> | null> {
  return engine.write(async (transaction) => {
    await lockAccount(transaction, engine.locked, accountId);
    const { kind } = key;
    const row = await readLineRow(transaction, accountId, key);
    if (row === null) return { refused: { why: "nothing-to-remove" } };
    const before = formatDataLine(toLine(kind, row));
    if (!matches(before)) {
      return { refused: { why: "changed-meanwhile", edit: 0, current: before } };
    }
    const record: StoredRecord = { accountId, kind, row };
    // The first look takes no lock, so a refusal delays no booking.
    let has = await readReferrers(transaction, record);
    let refused = refuseRemoval(kind, has, withUnbooked);
    if (refused === null && isBookedBySlots(kind)) {
      await lockSlotsOfRecord(engine, transaction, record);
      has = await readReferrers(transaction, record);
      refused = refuseRemoval(kind, has, withUnbooked);
    }
    if (refused !== null) return { refused };
    const went = await deleteRecord(transaction, record, has);
    await changeCatalogueVersion(transaction, accountId);
    await recordAudit(transaction, audit, "catalogue removed", accountId, nameLine(before), {
      before,
      after: null,
      ...(Object.keys(went).length > 0 && { went_along: went }),
    });
    return null;
  });
}

interface StoredRecord {
  readonly accountId: AccountId;
  readonly kind: CatalogueKind;
  readonly row: LineRow;
}

const parts = ["slot", "host", "ticket_type"] as const;

/** The tables that are asked for rows which refer to a record of the kind, and may keep it from being removed. */
const referrers = {
  group: ["interaction"],
  interaction: ["booking", ...parts],
  activity: ["booking", ...parts],
  host: ["slot"],
  ticket_type: ["booking", "hold"],
  slot: ["booking"],
} as const satisfies Readonly<Record<CatalogueKind, readonly Referrer[]>>;

/** The columns by which other tables than those of bookings and holds refer to a record, beside the account. */
function referringColumns({ kind, row }: StoredRecord): LineRow {
  const { unique_key = "", id = "", interaction_id = "", activity_id = "" } = row;
  const ofActivity = { interaction_id, activity_id };
  switch (kind) {
    case "group":
      return { group_unique_key: unique_key };
    case "interaction":
      return { interaction_id: id };
    case "activity":
      return { interaction_id, activity_id: id };
    case "host":
      return { ...ofActivity, host_id: id };
    case "ticket_type":
    case "slot":
      return {};
  }
}

/** The condition on the bookings that refer to a record. */
function isBooked({ accountId, kind, row }: StoredRecord): RawBuilder<unknown> {
  if (kind !== "activity") {
    return columnsEqual(accountId, { [`${kind}_number`]: keyIn(row, "number") });
  }
  const [interaction_id, id] = [keyIn(row, "interaction_id"), keyIn(row, "id")];
  return sql`account_id = ${accountId} and ticket_type_number in (
    select number
    from ticket_type
    where ${columnsEqual(accountId, { interaction_id, activity_id: id })}
  )`;
}

function isHeld({ accountId, row }: StoredRecord): RawBuilder<unknown> {
  return columnsEqual(accountId, { ticket_type_number: keyIn(row, "number") });
}

async function readReferrers(
  transaction: Kysely<Tables>,
  record: StoredRecord,
): Promise<ReadonlySet<Referrer>> {
  const { accountId, kind, row } = record;
  const columns = referringColumns(record);
  const isReferring = (table: string) => {
    if (table === "booking") return isBooked(record);
    return table === "hold" ? sql`${isHeld(record)} and state = 'live'` : null;
  };
  const looks = referrers[kind].map((table) =>
    someRow(table, table, isReferring(table) ?? columnsEqual(accountId, columns)),
  );
  if (kind === "activity") {
    const { interaction_id = "", id = "" } = row;
    const isSibling = sql`${columnsEqual(accountId, { interaction_id })} and id <> ${id}`;
    looks.push(someRow("sibling", "activity", isSibling));
  }
  const { rows } = await sql<{ referrer: Referrer }>`
    ${sql.join(looks, sql` union all `)}`.execute(transaction);
  return new Set(rows.map(({ referrer }) => referrer));
}

function someRow(
  referrer: Referrer,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select referrer
    from (
      select ${sql.lit(referrer)} as referrer
      from ${sql.table(table)}
      where ${condition}
      limit 1
    ) as ${sql.ref(`some_${referrer}`)}`;
}

function columnsEqual(accountId: AccountId, columns: LineRow): RawBuilder<unknown> {
  const equal = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return sql.join([sql`account_id = ${accountId}`, ...equal], sql` and `);
}

function isBookedBySlots(kind: CatalogueKind): boolean {
  return kind === "interaction" || kind === "activity" || kind === "slot";
}

/** A booking is made under its slot's lock. Once this transaction holds the slots' locks, none is in progress. */
async function lockSlotsOfRecord(
  engine: Engine,
  transaction: Kysely<Tables>,
  record: StoredRecord,
): Promise<void> {
  const columns = record.kind === "slot" ? ownKey(record) : referringColumns(record);
  const slots = transaction
    .selectFrom("slot")
    .select("number")
    .where(sql<boolean>`${columnsEqual(record.accountId, columns)}`)
    // The order of `inLockingOrder`.
    .orderBy("number");
  await engine.locked(slots, "slot").execute();
}

/** Deletes a record with the parts that it has; returns how many parts of each kind went with it. */
async function deleteRecord(
  transaction: Kysely<Tables>,
  record: StoredRecord,
  has: ReadonlySet<Referrer>,
): Promise<Readonly<Record<string, number>>> {
  const { accountId, kind } = record;
  const went: Record<string, number> = {};
  const isParent = kind === "interaction" || kind === "activity";
  const tables = [
    ...(isParent ? parts.filter((part) => has.has(part)) : []),
    ...(kind === "interaction" ? (["activity"] as const) : []),
  ];
  for (const table of tables) {
    went[table] = await deleteRows(transaction, table, accountId, referringColumns(record));
  }
  // Those that have ended are remembered for a day and no longer than their ticket type; a slot takes its own along.
  if (kind === "ticket_type") {
    await sql`delete from hold where ${isHeld(record)} and state <> 'live'`.execute(transaction);
  }
  await deleteRows(transaction, kind, accountId, ownKey(record));
  return went;
}

async function deleteRows(
  transaction: Kysely<Tables>,
  table: CatalogueKind,
  accountId: AccountId,
  columns: LineRow,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where ${columnsEqual(accountId, columns)}`.execute(transaction);
  return Number(numAffectedRows);
}

function ownKey({ kind, row }: StoredRecord): LineRow {
  return Object.fromEntries(keys[kind].map((name) => [name, keyIn(row, name)]));
}

/** What chooses the rows to delete is never left to a default. */
function keyIn(row: LineRow, name: string) {
  const key = row[name];
  if (key === undefined) throw new Error(`The stored record has no ${name}.`);
  return key;
}
