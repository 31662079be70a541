import { catalogueKinds, columnOf, type CatalogueKind } from "../catalogue/catalogue-kinds.ts";
import { changeCatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { Attempt } from "./attempt.ts";
import { catalogueRows } from "./catalogue-rows.ts";
import { insertRows } from "./insert-rows.ts";

/** Writes the things of the catalogue that are new or change, but for known slots. */
export async function writeCatalogue(attempt: Attempt): Promise<void> {
  const written =
    (await writeKind(attempt, "group")) +
    (await writeKind(attempt, "interaction")) +
    (await writeKind(attempt, "activity")) +
    (await writeKind(attempt, "host")) +
    (await writeKind(attempt, "ticket_type"));
  if (written > 0) await changeCatalogueVersion(attempt.transaction, attempt.accountId);
  await writeSlots(attempt, "not in");
}

/** Writes the known slots whose capacity or seats change. */
export async function writeKnownSlots(attempt: Attempt): Promise<void> {
  await writeSlots(attempt, "in");
}

type VersionedKind = Exclude<CatalogueKind, "slot">;

/** Returns the number of rows written. */
async function writeKind(attempt: Attempt, kind: VersionedKind): Promise<number> {
  const { scratch, accountId } = attempt;
  if (scratch.lines(kind) === 0) return 0;
  const { from, isDefined, isNew, differs, fields } = catalogueRows(kind);
  const columns = [
    ...keyColumnsOf(kind),
    ...fields.map(({ field, value }) => [columnOf(kind, field), value] as const),
  ];
  const rows = scratch.select(
    `select ?, ${columns.map(([, source]) => source).join(", ")}
     from ${from}
     ${joins[kind]}
     where ${isDefined}
     and (${isNew} or ${differs})`,
    accountId,
  );
  const into = {
    table: kind,
    columns: ["account_id", ...columns.map(([column]) => column)],
    key: ["account_id", ...catalogueKinds[kind].rowKey],
  };
  return insertRows(attempt, into, rows);
}

/** The columns of a kind's keys after `account_id`, and where their values stand. */
function keyColumnsOf(kind: VersionedKind): [column: string, source: string][] {
  const key = catalogueKinds[kind].rowKey.map((column): [string, string] => [
    column,
    keySources[kind === "interaction" ? "interaction_id" : column] ?? `input_rows.${column}`,
  ]);
  const named: [string, string][] =
    kind === "interaction" ? [["public_key", "input_rows.public_key"]] : [];
  return [...key, ...named];
}

const keySources: Readonly<Record<string, string>> = {
  interaction_id: "interaction_id.id",
  activity_id: "activity.id",
};

const joinActivity = `
  join activity on activity.no = input_rows.activity_no
  join interaction_id on interaction_id.no = activity.interaction_no`;

const joins: Readonly<Record<VersionedKind, string>> = {
  group: "",
  interaction: "join interaction_id on interaction_id.no = input_rows.no",
  activity: "join interaction_id on interaction_id.no = input_rows.interaction_no",
  host: joinActivity,
  ticket_type: joinActivity,
};

const slotColumns = {
  table: "slot",
  columns: ["account_id", ...catalogueKinds.slot.rowKey, "capacity", "taken", "overbooked_by"],
  key: ["account_id", ...catalogueKinds.slot.rowKey],
} as const;

async function writeSlots(attempt: Attempt, known: "in" | "not in"): Promise<void> {
  const { scratch, accountId } = attempt;
  if (!scratch.has("slot")) return;
  const rows = scratch.select(
    `select
       ?,
       interaction_id.id,
       activity.id,
       slot.host,
       slot.starting_at,
       found_slot.capacity,
       found_slot.taken,
       max(found_slot.taken - found_slot.capacity, 0)
     from found_slot
     join slot using (no)
     join activity on activity.no = slot.activity_no
     join interaction_id on interaction_id.no = activity.interaction_no
     where slot.no ${known} (select no from known_slot)
     order by interaction_id.id, activity.id, slot.host, slot.starting_at`,
    accountId,
  );
  await insertRows(attempt, slotColumns, rows);
}
