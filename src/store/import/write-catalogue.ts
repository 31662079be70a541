import { changeCatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { Attempt } from "./attempt.ts";
import { catalogueRows, type CatalogueKind } from "./catalogue-rows.ts";
import { insertRows } from "./insert-rows.ts";
import { selectRows } from "./scratch.ts";

/** Writes what of the catalogue is new or has new content, but for slots that are known. */
export async function writeCatalogue(attempt: Attempt): Promise<void> {
  const written =
    (await insertRows(attempt, groups, rowsOf(attempt, selectGroups))) +
    (await insertRows(attempt, interactions, rowsOf(attempt, selectInteractions))) +
    (await insertRows(attempt, activities, rowsOf(attempt, selectActivities))) +
    (await insertRows(attempt, hosts, rowsOf(attempt, selectHosts))) +
    (await insertRows(attempt, ticketTypes, rowsOf(attempt, selectTicketTypes)));
  if (written > 0) await changeCatalogueVersion(attempt.transaction, attempt.accountId);
  await insertRows(attempt, slots, rowsOf(attempt, selectSlots("not in")));
}

/** Writes the known slots whose capacity or seats change. */
export async function writeKnownSlots(attempt: Attempt): Promise<void> {
  await insertRows(attempt, slots, rowsOf(attempt, selectSlots("in")));
}

/** Each statement selects the columns of its table in their order. */
function rowsOf<Row extends readonly unknown[]>(
  { scratch, accountId }: Attempt,
  statement: string,
): Iterable<Row> {
  return selectRows<Row>(scratch, statement, accountId);
}

function select(kind: CatalogueKind, columns: string, joins = ""): string {
  const { from, isDefined, isNew, differs } = catalogueRows(kind);
  return `
    select ?, ${columns}
    from ${from}
    ${joins}
    where ${isDefined}
    and (${isNew} or ${differs})`;
}

const joinInteraction = "join interaction_id on interaction_id.no = input_rows.interaction_no";

const joinActivity = `
  join activity on activity.no = input_rows.activity_no
  join interaction_id on interaction_id.no = activity.interaction_no`;

const groups = {
  table: "group",
  columns: ["account_id", "unique_key", "display_name"],
  key: ["account_id", "unique_key"],
} as const;

const selectGroups = select("group", "input_rows.unique_key, input_rows.display_name");

const interactions = {
  table: "interaction",
  columns: [
    "account_id",
    "id",
    "public_key",
    "group_unique_key",
    "timezone",
    "default_language",
    "languages",
    "cancellation_cutoff_minutes",
    "waitlist_promotion",
  ],
  key: ["account_id", "id"],
} as const;

const selectInteractions = select(
  "interaction",
  `interaction_id.id, input_rows.public_key, input_rows."group", input_rows.timezone,
   input_rows.default_language, input_rows.languages, input_rows.cancellation_cutoff_minutes,
   input_rows.waitlist_promotion`,
  "join interaction_id on interaction_id.no = input_rows.no",
);

const activities = {
  table: "activity",
  columns: [
    "account_id",
    "interaction_id",
    "id",
    "title",
    "location_hint",
    "slot_duration_in_minutes",
  ],
  key: ["account_id", "interaction_id", "id"],
} as const;

const selectActivities = select(
  "activity",
  `interaction_id.id, input_rows.id, input_rows.title, input_rows.location_hint,
   input_rows.slot_duration_in_minutes`,
  joinInteraction,
);

const hosts = {
  table: "host",
  columns: [
    "account_id",
    "interaction_id",
    "activity_id",
    "id",
    "display_name",
    "slot_duration_in_minutes",
  ],
  key: ["account_id", "interaction_id", "activity_id", "id"],
} as const;

const selectHosts = select(
  "host",
  `interaction_id.id, activity.id, input_rows.id, input_rows.display_name,
   input_rows.slot_duration_in_minutes`,
  joinActivity,
);

const ticketTypes = {
  table: "ticket_type",
  columns: [
    "account_id",
    "interaction_id",
    "activity_id",
    "id",
    "display_name",
    "has_limited_capacity",
  ],
  key: ["account_id", "interaction_id", "activity_id", "id"],
} as const;

const selectTicketTypes = select(
  "ticket_type",
  `interaction_id.id, activity.id, input_rows.id, input_rows.display_name,
   input_rows.has_limited_capacity`,
  joinActivity,
);

const slots = {
  table: "slot",
  columns: [
    "account_id",
    "interaction_id",
    "activity_id",
    "host_id",
    "starting_at",
    "capacity",
    "taken",
    "overbooked_by",
  ],
  key: ["account_id", "interaction_id", "activity_id", "host_id", "starting_at"],
} as const;

const selectSlots = (known: "in" | "not in") => `
  select
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
  order by interaction_id.id, activity.id, slot.host, slot.starting_at`;
