import { sql, type RawBuilder } from "kysely";
import { asidePrefix, type Conversion } from "../conversion.ts";

/** The tables of 0.2.0, each behind those that it refers to. */
export const formerTables = [
  "account",
  "api_host",
  "enabled_endpoint",
  "directory",
  "credential",
  "client_secret",
  "access_token",
  "group",
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "slot",
  "type_limit",
  "contact",
  "booking",
  "ticket",
  "attendee_word",
  "booking_event",
  "slot_event",
  "change_feed",
  "outcome",
  "operator",
  "operator_account",
  "operator_session",
  "operator_request",
  "rate_count",
  "clock_mark",
  "audit_event",
  "request_record",
  "import_job",
  "import_left_out",
  "webhook",
  "webhook_secret",
  "webhook_delivery",
  "webhook_attempt",
] as const;

export type FormerTable = (typeof formerTables)[number];

export const aside = (table: string) => `${asidePrefix}${table}`;

/** The words of names that the database cannot make by itself, while the conversion lasts. */
export const wordTable = aside("name_words");

export interface Filling {
  /** The columns that are not copied, as expressions of the former row, `former`. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Joins and a condition, behind `former`; left out where the present table lacks one of `columns`. */
  readonly source?: (engine: Pick<Conversion, "uuidOf">) => RawBuilder<unknown>;
  /** The former columns in whose order the rows of the present table lie. */
  readonly order?: RawBuilder<unknown>;
}

/** The local times of the slots' starts (`start_text`) and their offsets, which the program makes, while the conversion lasts. */
export const offsetTable = aside("slot_offset");

/** The next numbers of the row's account: with `joinNumbers`, and `takeNumbers` after the table is filled. */
const nextNumber = (key: RawBuilder<unknown>) =>
  sql`numbers.next_number - 1 + row_number() over (partition by former.account_id order by ${key})`;
const joinNumbers = sql`join account_number as numbers on numbers.account_id = former.account_id`;

export const fillings: { readonly [Table in FormerTable]?: Filling } = {
  directory: {
    columns: {
      stamp: sql`0`,
      last_account_id: sql`coalesce(former.last_account_id, (select coalesce(max(id), 0) from account))`,
    },
  },
  interaction: {
    columns: { number: nextNumber(sql`former.id`), contact_limit_counts: sql`'all'` },
    source: () => joinNumbers,
  },
  host: {
    columns: {
      number: nextNumber(sql`former.interaction_id, former.activity_id, former.id`),
    },
    source: () => joinNumbers,
  },
  ticket_type: {
    columns: {
      number: nextNumber(sql`former.interaction_id, former.activity_id, former.id`),
    },
    source: () => joinNumbers,
  },
  slot: {
    columns: {
      number: nextNumber(
        sql`former.interaction_id, former.activity_id, former.host_id, former.starting_at`,
      ),
      utc_offset_minutes: sql`local.minutes`,
      // 0.2.0 kept in the audit log alone that a slot was closed.
      closed_at: sql`case when former.capacity = 0 then (
        select max(closing.at)
        from ${sql.ref(aside("audit_event"))} as closing
        where closing.account_id = former.account_id
        and closing.action = 'slot closed'
        and closing.subject = 'slot ' || interaction.public_key || ' ' || former.activity_id
          || case when former.host_id = '' then '' else ' ' || former.host_id end
          || ' ' || local.start_text
      ) end`,
      // A slot of 0.1.0 has the length that its bookings show (A59).
      slot_duration_in_minutes: sql`coalesce(
        former.slot_duration_in_minutes,
        case
          when former.host_id = '' then (
            select activity.slot_duration_in_minutes
            from activity
            where activity.account_id = former.account_id
            and activity.interaction_id = former.interaction_id
            and activity.id = former.activity_id
          )
          else (
            select host.slot_duration_in_minutes
            from host
            where host.account_id = former.account_id
            and host.interaction_id = former.interaction_id
            and host.activity_id = former.activity_id
            and host.id = former.host_id
          )
        end,
        0
      )`,
    },
    source: () => sql`
      join account_number as numbers on numbers.account_id = former.account_id
      join interaction
      on interaction.account_id = former.account_id
      and interaction.id = former.interaction_id
      join ${sql.ref(offsetTable)} as local
      on local.timezone = interaction.timezone
      and local.starting_at = former.starting_at`,
  },
  type_limit: {
    columns: { slot_number: sql`slot.number`, ticket_type_number: sql`ticket_type.number` },
    source: () => sql`
      cross join slot
      cross join ticket_type
      where slot.account_id = former.account_id
      and slot.interaction_id = former.interaction_id
      and slot.activity_id = former.activity_id
      and slot.host_id = former.host_id
      and slot.starting_at = former.starting_at
      and ticket_type.account_id = former.account_id
      and ticket_type.interaction_id = former.interaction_id
      and ticket_type.activity_id = former.activity_id
      and ticket_type.id = former.ticket_type_id`,
  },
  contact: { columns: { number: nextNumber(sql`former.id`) }, source: () => joinNumbers },
  booking: {
    columns: {
      contact_number: sql`contact.number`,
      slot_number: sql`slot.number`,
      interaction_number: sql`interaction.number`,
      host_number: sql`coalesce(host.number, 0)`,
      ticket_type_number: sql`ticket_type.number`,
    },
    // Contacts have their numbers in the order of their ids.
    order: sql`former.account_id, former.contact_id, former.slot_starting_at, former.id`,
    // SQLite keeps to the order of a cross join.
    source: ({ uuidOf }) => sql`
      cross join contact
      cross join slot
      cross join interaction
      cross join ticket_type
      left join host
      on host.account_id = former.account_id
      and host.interaction_id = former.interaction_id
      and host.activity_id = former.activity_id
      and host.id = former.host_id
      where contact.account_id = former.account_id
      and contact.id = ${uuidOf(sql`former.contact_id`)}
      and slot.account_id = former.account_id
      and slot.interaction_id = former.interaction_id
      and slot.activity_id = former.activity_id
      and slot.host_id = former.host_id
      and slot.starting_at = former.slot_starting_at
      and interaction.account_id = former.account_id
      and interaction.id = former.interaction_id
      and ticket_type.account_id = former.account_id
      and ticket_type.interaction_id = former.interaction_id
      and ticket_type.activity_id = former.activity_id
      and ticket_type.id = former.ticket_type_id`,
  },
  ticket: {
    columns: { attendee_words: sql`named.words` },
    source: () =>
      sql`left join ${sql.ref(wordTable)} as named on named.name = former.attendee_display_name`,
  },
  // Records without a client are attempts of ended processes. Nobody reads them, and their ids lack the time prefix.
  outcome: { columns: {}, source: () => sql`where former.client_id <> ''` },
  slot_event: {
    columns: { kind: sql`coalesce(former.kind, 'capacity-changed')`, details: sql`null` },
  },
};
