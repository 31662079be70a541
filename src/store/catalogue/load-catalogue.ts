import type { AccountId } from "../../domain/account.ts";
import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  afterLine,
  nameByKey,
  recordName,
  type CatalogueState,
  type MovedTimes,
} from "../../domain/catalogue/catalogue-state.ts";
import {
  keyFields,
  type CatalogueKind,
  type CatalogueLine,
  type DataLine,
  type DataLineOf,
  type FileLine,
} from "../../domain/data-file/data-line.ts";
import type { Named } from "../../domain/catalogue/near-names.ts";
import type { BoundRows, Dialect } from "../engine.ts";
import type { Numbering } from "../write/numbers.ts";
import { bindRows, chunksOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { movedTimesOf } from "./moved-times.ts";
import { lineColumns, sourceOf, toLine, type LineRow } from "./catalogue-kinds.ts";
import { NamedRecords, namedKinds, type RecordKey } from "./named-records.ts";

/** The lines that define records. */
export interface Definitions {
  /** The line of the record with this name; null: only a bad line has its key; undefined: none. */
  readonly get: (name: string) => CatalogueLine | null | undefined;
  /** Whether a line has a name that begins with this one. */
  readonly hasPartOf: (name: string) => boolean;
}

/** Lines of one portion as definitions. */
export function definitionsOf(lines: readonly FileLine[]): Definitions {
  const records = new Map<string, CatalogueLine>();
  const parts = new Set<string>();
  for (const { content } of lines) {
    if (content.kind === "booking") continue;
    const name = recordName(content);
    records.set(name, content);
    parts.add(name.slice(0, name.lastIndexOf("\n")));
  }
  return { get: (name) => records.get(name), hasPartOf: (name) => parts.has(name) };
}

/** The state without the seats of its slots, which are loaded and locked apart. */
export type CatalogueAround = Omit<CatalogueState, "slots">;

/** How many keys one statement asks for. */
export const keysPerStatement = 1_000;

/**
 * Reads the records that lines name, each kind by one statement for every thousand keys and only where the lines
 * name one. A new campaign without an id gets `newId()`. The rows' numbers are added to `numbers`, by `recordName`.
 */
export async function loadCatalogue(
  { transaction, accountId, numbers }: Numbering,
  lines: Iterable<DataLine>,
  definitions: Definitions,
  newId: () => string,
): Promise<CatalogueAround> {
  const named = new NamedRecords(lines);
  const found = {
    known: new Map<string, CatalogueLine>(),
    offersHosts: new Set<string>(),
    hostlessSlots: new Set<string>(),
    haveActivities: new Set<string>(),
    movedTimes: new Map() as ReadonlyMap<string, MovedTimes>,
    idOwners: new Map<string, string>(),
  };
  const ask = async (
    asked: keyof typeof readers,
    keys: readonly RecordKey[],
    each: (row: LineRow) => void,
  ) => {
    for (const some of chunksOf(keys, keysPerStatement)) {
      const rows = await readers[asked](transaction, { accountId, ...bindRows(some) });
      for (const row of rows) each(row);
    }
  };
  // Sent together, for one trip to the database.
  await Promise.all([
    ...namedKinds.map((kind) =>
      ask(kind, named.keys[kind], (row) => {
        const line = toLine(kind, row);
        const name = recordName(line);
        found.known.set(name, line);
        if (typeof row["number"] === "number") numbers.set(name, row["number"]);
        if (row["some_host"] != null) found.offersHosts.add(name);
        if (row["hostless_slot"] != null) found.hostlessSlots.add(name);
        if (row["some_activity"] != null) found.haveActivities.add(String(row["public_key"]));
      }),
    ),
    ask("interactionId", named.interactionIds, (row) => {
      found.idOwners.set(String(row["id"]), String(row["public_key"]));
    }),
  ]);
  found.movedTimes = await movedTimesOf(transaction, accountId, named.interactions, found.known);
  for (const { public_key: key = "" } of named.keys.interaction) {
    if (definitions.hasPartOf(nameByKey("activity", key))) found.haveActivities.add(key);
  }
  for (const { interaction = "", id = "" } of named.keys.activity) {
    if (definitions.hasPartOf(nameByKey("host", interaction, id))) {
      found.offersHosts.add(nameByKey("activity", interaction, id));
    }
  }
  const defined = define(named, definitions, found.known, newId);
  const names = new Map<string, Named[]>();
  for (const [kind, parents] of parentsOfUnknown(named, { known: found.known, defined })) {
    await ask(siblings[kind], parents, (row) => {
      const line = toLine(kind, row);
      const parent = nameByKey(
        kind,
        ...keyFields[kind].slice(0, -1).map((field) => String(row[field])),
      );
      const some = names.get(parent) ?? [];
      names.set(parent, some);
      if (some.length < namesRead) some.push({ id: line.id, texts: textsOf(line) });
    });
  }
  return { ...found, names, defined };
}

/** How many names of a kind a misspelt one is compared with. */
const namesRead = 500;

/** Read all records of a kind that are part of the same. */
const siblings = {
  activity: "activities",
  host: "hosts",
  ticket_type: "ticketTypes",
} as const satisfies Record<UnknownKind, string>;

const unknownKinds = ["activity", "host", "ticket_type"] as const;
type UnknownKind = (typeof unknownKinds)[number];

function textsOf(line: DataLineOf<UnknownKind>): readonly string[] {
  return line.kind === "activity" ? Object.values(line.title) : [line.display_name];
}

/** By kind: what the named records are part of that nothing defines, by the fields of its key. */
function parentsOfUnknown(
  { keys }: NamedRecords,
  { known, defined }: Pick<CatalogueState, "known" | "defined">,
): [UnknownKind, RecordKey[]][] {
  return unknownKinds.flatMap((kind) => {
    const parents = new Map<string, RecordKey>();
    for (const { id = "", ...parent } of keys[kind]) {
      const of = Object.values(parent);
      const name = nameByKey(kind, ...of, id);
      if (!known.has(name) && !defined.has(name)) parents.set(nameByKey(kind, ...of), parent);
    }
    return parents.size === 0 ? [] : [[kind, [...parents.values()]]];
  });
}

/** The records that lines define, as they are afterwards. */
function define(
  named: NamedRecords,
  definitions: Definitions,
  known: ReadonlyMap<string, CatalogueLine>,
  newId: () => string,
): Map<string, CatalogueLine | null> {
  const defined = new Map<string, CatalogueLine | null>();
  for (const name of named.names) {
    const line = definitions.get(name);
    if (line === undefined) continue;
    const after = line && afterLine(line, known.get(name));
    const lacksId = after?.kind === "interaction" && after.id === null;
    defined.set(name, lacksId ? { ...after, id: newId() } : after);
  }
  return defined;
}

type Values = BoundRows & { readonly accountId: AccountId };

/** The columns that a record's rules need beside its line. */
const moreColumns = {
  interaction: (accountId: AccountId) => sql`,
    (
      select id
      from activity
      where account_id = ${accountId}
      and interaction_id = interaction.id
      limit 1
    ) as some_activity`,
  activity: (accountId: AccountId) => sql`,
    (
      select id
      from host
      where account_id = ${accountId}
      and interaction_id = activity.interaction_id
      and activity_id = activity.id
      limit 1
    ) as some_host,
    (
      select starting_at
      from slot
      where account_id = ${accountId}
      and interaction_id = activity.interaction_id
      and activity_id = activity.id
      and host_id = ''
      limit 1
    ) as hostless_slot`,
};

const read = (
  kind: CatalogueKind,
  fields: readonly string[] = keyFields[kind],
  moreOf: (accountId: AccountId) => RawBuilder<unknown> = () => sql``,
) =>
  keepStatement((database, values: Values, { inputRows }) => {
    const columns = Object.fromEntries(fields.map((field) => [field, "text" as const]));
    const input = inputRows(values, columns);
    const rows = selectByKeys(
      database,
      kind,
      fields,
      input,
      values.accountId,
      moreOf(values.accountId),
    );
    return { compile: () => rows.compile(database) };
  });

const readers = {
  group: read("group"),
  interaction: read("interaction", keyFields.interaction, moreColumns.interaction),
  interactionId: read("interaction", ["id"]),
  activity: read("activity", keyFields.activity, moreColumns.activity),
  host: read("host"),
  ticket_type: read("ticket_type"),
  activities: read("activity", ["interaction"]),
  hosts: read("host", ["interaction", "activity"]),
  ticketTypes: read("ticket_type", ["interaction", "activity"]),
};

/**
 * Selects records by these fields of their keys. The input stands first: the embedded engine keeps the order of a
 * cross join, and has no statistics from which to choose another.
 */
function selectByKeys(
  database: Kysely<Tables>,
  kind: CatalogueKind,
  fields: readonly string[],
  input: ReturnType<Dialect["inputRows"]>,
  accountId: AccountId,
  more: RawBuilder<unknown>,
): RawBuilder<LineRow> {
  const conditions = fields.map(
    (field) => sql`and ${sql.ref(sourceOf(kind, field))} = ${sql.ref(`input_rows.${field}`)}`,
  );
  const isPart = fields.includes("interaction");
  const campaign = sql`
    and interaction.account_id = ${accountId}
    and ${sql.ref(`${kind}.interaction_id`)} = interaction.id`;
  return sql<LineRow>`
    select ${sql.join(lineColumns(database, kind, accountId))} ${more}
    from ${input}
    ${isPart ? sql`cross join interaction` : sql``}
    cross join ${sql.table(kind)}
    where ${sql.ref(`${kind}.account_id`)} = ${accountId}
    ${isPart ? campaign : sql``}
    ${sql.join(conditions, sql` `)}`;
}
