import { sql, type Kysely } from "kysely";
import type { AccountId } from "../domain/account.ts";
import type { BookingStatus } from "../domain/booking.ts";
import type { LanguageMap } from "../domain/language.ts";
import { prepare } from "./statement.ts";
import type { Tables } from "./tables.ts";

/** Which bookings of which contact, and which stretch of them. Absent filters let everything pass. */
export interface ContactBookingsQuestion {
  readonly externalId: string;
  readonly interactionId?: string;
  /** Earliest and latest slot start, milliseconds UTC, both inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly statuses?: readonly BookingStatus[];
  readonly limit: number;
  readonly offset: number;
}

/** A booking with the catalogue texts that its record shows. */
export interface ContactBooking {
  readonly id: string;
  readonly slotStartingAt: number;
  readonly status: BookingStatus;
  readonly bookedAt: number;
  readonly interaction: {
    readonly publicKey: string;
    readonly timezone: string;
    readonly languages: readonly string[];
    readonly defaultLanguage: string;
  };
  readonly group: { readonly uniqueKey: string; readonly displayName: string };
  readonly activity: {
    readonly id: string;
    readonly title: LanguageMap;
    readonly locationHint: LanguageMap;
    readonly slotDurationInMinutes: number | null;
  };
  readonly ticketType: { readonly displayName: string; readonly hasLimitedCapacity: boolean };
  /** Null where the activity offers no choice of hosts. */
  readonly host: {
    readonly displayName: string;
    readonly slotDurationInMinutes: number | null;
  } | null;
}

export interface ContactBookings {
  readonly bookings: readonly ContactBooking[];
  /** How many match the filters, on all pages. */
  readonly totalCount: number;
}

/**
 * Answers which bookings a contact has, by slot start, then booking id, so that pages are stable
 * (decision A7). An unknown contact has none.
 */
export function contactBookings(reads: Kysely<Tables>) {
  // One statement text for each combination of filters: an optional condition inside one text would
  // keep the database from using its index.
  const prepared = new Map<string, ReturnType<typeof prepareFor>>();

  return async (
    accountId: AccountId,
    question: ContactBookingsQuestion,
  ): Promise<ContactBookings> => {
    if (question.statuses?.length === 0) return { bookings: [], totalCount: 0 };
    const shape = shapeOf(question);
    const statements = prepared.get(shape) ?? prepareFor(reads, question);
    prepared.set(shape, statements);
    const values = {
      accountId,
      externalId: question.externalId,
      interactionId: question.interactionId ?? "",
      from: question.from ?? 0,
      to: question.to ?? 0,
      limit: question.limit + 1,
      offset: question.offset,
    };
    const rows = await statements.page(reads, values);
    // The first page tells the total by itself unless it overflows.
    const totalCount =
      question.offset === 0 && rows.length <= question.limit
        ? rows.length
        : Number((await statements.count(reads, values))[0]?.total);
    return { bookings: rows.slice(0, question.limit).map(toContactBooking), totalCount };
  };
}

interface Values {
  accountId: number;
  externalId: string;
  interactionId: string;
  from: number;
  to: number;
  limit: number;
  offset: number;
}

function shapeOf(question: ContactBookingsQuestion): string {
  return JSON.stringify([
    question.interactionId !== undefined,
    question.from !== undefined,
    question.to !== undefined,
    question.statuses?.toSorted(),
  ]);
}

function prepareFor(reads: Kysely<Tables>, question: ContactBookingsQuestion) {
  const matching = (values: Values) => {
    let select = reads
      .selectFrom("contact")
      .innerJoin("booking", (join) =>
        join
          .onRef("booking.account_id", "=", "contact.account_id")
          .onRef("booking.contact_id", "=", "contact.id"),
      )
      .where("contact.account_id", "=", values.accountId)
      .where("contact.external_id", "=", values.externalId);
    if (question.interactionId !== undefined) {
      select = select.where("booking.interaction_id", "=", values.interactionId);
    }
    if (question.from !== undefined) {
      select = select.where("booking.slot_starting_at", ">=", values.from);
    }
    if (question.to !== undefined) {
      select = select.where("booking.slot_starting_at", "<=", values.to);
    }
    if (question.statuses !== undefined) {
      const statuses = question.statuses.map((status) => sql.lit(status));
      select = select.where("booking.booking_status", "in", statuses);
    }
    return select;
  };
  return {
    // The page is cut before the catalogue is joined, so that skipped rows cost little.
    page: prepare((values: Values) =>
      reads
        .selectFrom(
          matching(values)
            .selectAll("booking")
            .orderBy("booking.slot_starting_at")
            .orderBy("booking.id")
            .limit(values.limit)
            .offset(values.offset)
            .as("booking"),
        )
        .innerJoin("interaction", (join) =>
          join
            .onRef("interaction.account_id", "=", "booking.account_id")
            .onRef("interaction.id", "=", "booking.interaction_id"),
        )
        .innerJoin("group", (join) =>
          join
            .onRef("group.account_id", "=", "interaction.account_id")
            .onRef("group.unique_key", "=", "interaction.group_unique_key"),
        )
        .innerJoin("activity", (join) =>
          join
            .onRef("activity.account_id", "=", "booking.account_id")
            .onRef("activity.interaction_id", "=", "booking.interaction_id")
            .onRef("activity.id", "=", "booking.activity_id"),
        )
        .innerJoin("ticket_type", (join) =>
          join
            .onRef("ticket_type.account_id", "=", "booking.account_id")
            .onRef("ticket_type.interaction_id", "=", "booking.interaction_id")
            .onRef("ticket_type.activity_id", "=", "booking.activity_id")
            .onRef("ticket_type.id", "=", "booking.ticket_type_id"),
        )
        .leftJoin("host", (join) =>
          join
            .onRef("host.account_id", "=", "booking.account_id")
            .onRef("host.interaction_id", "=", "booking.interaction_id")
            .onRef("host.activity_id", "=", "booking.activity_id")
            .onRef("host.id", "=", "booking.host_id"),
        )
        .select([
          "booking.id",
          "booking.slot_starting_at",
          "booking.booking_status",
          "booking.booked_at",
          "interaction.public_key",
          "interaction.timezone",
          "interaction.languages",
          "interaction.default_language",
          "group.unique_key",
          "group.display_name as group_display_name",
          "activity.id as activity_id",
          "activity.title",
          "activity.location_hint",
          "activity.slot_duration_in_minutes as activity_minutes",
          "ticket_type.display_name as ticket_type_display_name",
          "ticket_type.has_limited_capacity",
          "host.display_name as host_display_name",
          "host.slot_duration_in_minutes as host_minutes",
        ])
        .orderBy("booking.slot_starting_at")
        .orderBy("booking.id"),
    ),
    count: prepare((values: Values) =>
      matching(values).select((select) => select.fn.countAll<number>().as("total")),
    ),
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof prepareFor>["page"]>>[number];

function toContactBooking(row: Row): ContactBooking {
  return {
    id: row.id,
    slotStartingAt: row.slot_starting_at,
    status: row.booking_status,
    bookedAt: row.booked_at,
    interaction: {
      publicKey: row.public_key,
      timezone: row.timezone,
      languages: JSON.parse(row.languages) as string[],
      defaultLanguage: row.default_language,
    },
    group: { uniqueKey: row.unique_key, displayName: row.group_display_name },
    activity: {
      id: row.activity_id,
      title: JSON.parse(row.title) as LanguageMap,
      locationHint: JSON.parse(row.location_hint) as LanguageMap,
      slotDurationInMinutes: row.activity_minutes,
    },
    ticketType: {
      displayName: row.ticket_type_display_name,
      hasLimitedCapacity: row.has_limited_capacity === 1,
    },
    host:
      row.host_display_name === null
        ? null
        : { displayName: row.host_display_name, slotDurationInMinutes: row.host_minutes },
  };
}
