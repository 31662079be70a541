import { bookingTables } from "./booking-tables.ts";
import { keyFields, type DataKind } from "../../domain/data-file/data-line.ts";
import {
  catalogueKinds,
  contentOf,
  ownKeyOf,
  type CatalogueKind,
} from "../catalogue/catalogue-kinds.ts";

/*
 * The scratch database, in layers.
 *
 * `…_line` has a row for each line. The row of a bad line with a readable key holds only the key, so that
 * lines which refer to it are not reported as well.
 *
 * A table without a prefix or suffix has every thing that the file defines or names, once, numbered. `line`
 * is the line that defines it, or null where the file only names it. `made_id` is its id if it is new.
 *
 * `known_…` has the account's rows of these things, and `found_…` what is derived from them. Both are
 * emptied before another attempt.
 */

/** The kinds that a line of each kind defines, names or is compared with. */
export const kindsBeside = {
  group: ["group"],
  interaction: ["group", "interaction", "activity"],
  activity: ["interaction", "activity"],
  host: ["interaction", "activity", "host"],
  // Slots, because a switched limit changes their seats.
  ticket_type: ["interaction", "activity", "ticket_type", "slot"],
  slot: ["interaction", "activity", "host", "slot"],
  booking: ["interaction", "activity", "host", "ticket_type", "slot", "booking"],
} as const satisfies Record<DataKind, readonly DataKind[]>;

/** The columns by which a thing of the file is joined with the account's row of it. */
export const meetingColumns = {
  group: ["unique_key"],
  interaction: ["no"],
  // The campaign's whole table is copied, also activities that the file does not name.
  activity: ["interaction_no", "id"],
  host: ["activity_no", "id"],
  ticket_type: ["activity_no", "id"],
  slot: ["no"],
} as const satisfies Record<CatalogueKind, readonly string[]>;

/** The column that names the parent of a thing. */
export function parentColumns(kind: CatalogueKind): string[] {
  const { partOf } = catalogueKinds[kind];
  return partOf === null ? [] : [`${partOf}_no`];
}

/** Columns of a kind beside its key and its content. */
const more: Readonly<Record<string, string>> = {
  interaction_line: ", id text",
  interaction: ", made_id text, id text",
  known_interaction: ", id text",
  known_slot: ", taken integer",
};

export function tablesOf(kind: DataKind): string {
  return kind === "booking" ? bookingTables : catalogueTables(kind) + tablesBeside[kind];
}

function catalogueTables(kind: CatalogueKind): string {
  const content = contentOf(kind).map(([field, storage]) =>
    storage === "text" || storage === "json" ? `"${field}" text` : `"${field}" integer`,
  );
  const key = [...parentColumns(kind), ...ownKeyOf(kind)];
  return `
    create table ${kind}_line (
      line integer primary key,
      ${[...keyFields[kind].map(keyColumn), ...content].join(", ")}
      ${more[`${kind}_line`] ?? ""}
    );

    create table "${kind}" (
      no integer primary key,
      line integer,
      ${[...key.map(keyColumn), ...content].join(", ")}
      ${more[kind] ?? ""},
      unique (${key.join(", ")})
    );

    create table known_${kind} (
      ${[...meetingColumns[kind].map(keyColumn), ...content].join(", ")}
      ${more[`known_${kind}`] ?? ""},
      primary key (${meetingColumns[kind].join(", ")})
    );`;
}

function keyColumn(name: string): string {
  return /(^|_)no$|_at$/.test(name) ? `${name} integer` : `${name} text`;
}

/** `starting_at` is the last part of a slot's key. */
const columnsOfBadLine = `
  line integer primary key,
  kind text,
  key text,
  starting_at integer,
  field text,
  expected text`;

export const tablesForAll = `
  create table bad_line (${columnsOfBadLine});
  create table found_bad_line (${columnsOfBadLine});`;

/** The fault of a line that names the thing: the field, and what is expected there. */
const columnsOfFault = `
  no integer primary key,
  field text,
  expected text`;

const tablesBeside = {
  group: "",

  // known_interaction_id: whose campaign has an id that the file gives to one of its own.
  interaction: `
    create table known_interaction_id (
      id text primary key,
      public_key text
    );

    create view interaction_id as
    select interaction.no, coalesce(known_interaction.id, interaction.id, interaction.made_id) as id
    from interaction
    left join known_interaction on known_interaction.no = interaction.no;`,

  activity: `
    create table named_activity (
      interaction text,
      activity text,
      no integer,
      primary key (interaction, activity)
    ) without rowid;

    create table found_activity_fault (${columnsOfFault});

    create view activity_key as
    select activity.no, interaction.public_key || '/' || activity.id as key
    from activity
    join interaction on interaction.no = activity.interaction_no;`,

  // known_hostless: activities that have slots without a host. found_offering: those that offer a
  // choice of hosts, hosts of the file and of the account together.
  host: `
    create table known_hostless (
      activity_no integer primary key
    );

    create table found_offering (
      activity_no integer primary key
    );`,

  ticket_type: `
    create table found_ticket_type_fault (${columnsOfFault});

    create view limited_ticket_type as
    select ticket_type.no
    from ticket_type
    left join known_ticket_type on known_ticket_type.activity_no = ticket_type.activity_no
      and known_ticket_type.id = ticket_type.id
    where coalesce(ticket_type.has_limited_capacity, known_ticket_type.has_limited_capacity) = 1;`,

  // host is '' where a slot has none. found_seat_change: seats that a slot gains or loses; line is
  // that of the ticket type where its limit is switched. found_slot: slots as they will be, where
  // the file defines them or changes their seats.
  slot: `
    create table found_slot_fault (${columnsOfFault});

    create table found_seat_change (
      slot_no integer,
      seats integer,
      line integer
    );

    create table found_slot (
      no integer primary key,
      capacity integer,
      taken integer,
      excess_before integer,
      line integer
    );

    create view slot_key as
    select slot.no, activity_key.key || iif(slot.host = '', '', '/' || slot.host) as key
    from slot
    join activity_key on activity_key.no = slot.activity_no;`,
} as const satisfies Record<CatalogueKind, string>;
