import { formatInstant } from "../instant.ts";
import { bookingStatuses } from "../booking.ts";
import type { CellWarning } from "./cell-warnings.ts";
import { checkLanguages, languageList } from "./campaign-languages.ts";
import {
  clearable,
  isMismatch,
  leftOutWhenNull,
  listOf,
  objectWith,
  optional,
  orderOf,
  required,
  type Field,
  type Mismatch,
  type ObjectOf,
  type Reader,
  baseLanguage,
  bookingId,
  boolean,
  displayName,
  externalId,
  identifier,
  instant,
  languageMap,
  oneOf,
  pastInstant,
  slotDuration,
  timeZone,
  uuid,
  writtenAsInstant,
  writtenAsInstantOrNull,
} from "./values.ts";
import { shopFields } from "./shop-data.ts";
import * as seats from "./seat-values.ts";
import {
  formatTicket,
  ticketFields,
  ticketsMax,
  withTickets,
  type TicketOfLine,
} from "./tickets-of-line.ts";

/** Slots stay at their instants, and everybody is told another local time; or they move to the same hour of the new zone. */
export const zoneChanges = ["keep_instants", "keep_wall_clock"] as const;
export type ZoneChange = (typeof zoneChanges)[number];

const fields = {
  // The organisation that campaigns belong to.
  group: {
    unique_key: required(identifier),
    display_name: required(displayName),
  },
  // A campaign. Its `id` is generated where the file has none.
  interaction: {
    public_key: required(identifier),
    id: optional(uuid, null),
    group: required(identifier),
    timezone: required(timeZone),
    // What becomes of slots to come whose local time another zone changes.
    zone_change: orderOf(oneOf(zoneChanges)),
    default_language: required(baseLanguage),
    languages: required(languageList),
    cancellation_cutoff_minutes: clearable(seats.anyNumber, null),
    booking_cutoff_minutes: clearable(seats.bookingCutoff, null),
    waitlist_promotion: clearable(seats.waitlistPromotion, "manual" as const),
    waitlist_offer_minutes: clearable(seats.offerMinutes, null),
    // For operators: no answer of the interface has it.
    title: clearable(languageMap, {}),
    tickets_per_contact: clearable(seats.oneOrMore, null),
    contact_limit_counts: seats.limitCounts,
  },
  // A bookable activity of a campaign. Its id is unique within the campaign only.
  activity: {
    interaction: required(identifier),
    id: required(identifier),
    title: required(languageMap),
    location_hint: clearable(languageMap, {}),
    slot_duration_in_minutes: clearable(slotDuration, null),
  },
  // One of the hosts that an activity offers a choice of.
  host: {
    interaction: required(identifier),
    activity: required(identifier),
    id: required(identifier),
    display_name: required(displayName),
    slot_duration_in_minutes: clearable(slotDuration, null),
  },
  // A kind of ticket of an activity; only the limited ones take seats.
  ticket_type: {
    interaction: required(identifier),
    activity: required(identifier),
    id: required(identifier),
    display_name: required(displayName),
    has_limited_capacity: required(boolean),
    tickets_per_contact: clearable(seats.oneOrMore, null),
    capacity_per_slot: clearable(seats.capacityPerSlot, null),
    booking_cutoff_minutes: clearable(seats.bookingCutoff, null),
    bookable_from: clearable(instant, null, writtenAsInstantOrNull),
    bookable_until: clearable(instant, null, writtenAsInstantOrNull),
  },
  // A time at which an activity, or one of its hosts, is bookable.
  slot: {
    interaction: required(identifier),
    activity: required(identifier),
    host: optional(identifier, null),
    starting_at: required(instant, writtenAsInstant),
    capacity: required(seats.anyNumber),
    slot_duration_in_minutes: clearable(slotDuration, null),
    // The limits that the slot says; a line changes those that it names, and null removes one, or all.
    ticket_types: leftOutWhenNull(clearable(seats.typeCapacities, null)),
  },
  // A contact's booking, in the state of another system.
  booking: {
    booking: required(bookingId),
    external_id: required(externalId),
    interaction: required(identifier),
    activity: required(identifier),
    host: optional(identifier, null),
    slot_starting_at: required(instant, writtenAsInstant),
    ticket_type: required(identifier),
    booking_status: required(oneOf(bookingStatuses)),
    booked_at: required(pastInstant, writtenAsInstant),
    tickets: optional(
      listOf(objectWith(ticketFields), {
        min: 1,
        max: ticketsMax,
        expected: `a list of 1 to ${ticketsMax} tickets`,
      }),
      null,
      { write: (tickets) => tickets.map(formatTicket) },
    ),
    ...shopFields,
    // When the line's own system last changed the booking.
    changed_at: optional(pastInstant, null, writtenAsInstant),
  },
};

/** The fields of each kind of line beside `kind`, in their order. Readers, writers and columns follow from them. */
export const lineFields: Readonly<Record<DataKind, Readonly<Record<string, Field<unknown>>>>> =
  fields;

export type DataKind = keyof typeof fields;
type Read<Kind extends DataKind> = { readonly kind: Kind } & ObjectOf<(typeof fields)[Kind]>;

export type BookingLine = Omit<Read<"booking">, "tickets"> & {
  readonly tickets: readonly TicketOfLine[];
};

/**
 * A valid line of a data file. It keeps the file's own field names, because the columns have the same names.
 * Instants are milliseconds UTC. An optional field is null, or undefined where absence leaves the stored
 * value as it is.
 */
export type DataLine = { [Kind in CatalogueKind]: Read<Kind> }[CatalogueKind] | BookingLine;

export type DataLineOf<Kind extends DataKind> = Extract<DataLine, { kind: Kind }>;

export type SlotLine = DataLineOf<"slot">;

/** The fields that distinguish a record from others of its kind. */
export const keyFields = {
  group: ["unique_key"],
  interaction: ["public_key"],
  activity: ["interaction", "id"],
  host: ["interaction", "activity", "id"],
  ticket_type: ["interaction", "activity", "id"],
  slot: ["interaction", "activity", "host", "starting_at"],
  booking: ["booking"],
} as const satisfies { readonly [Kind in DataKind]: readonly (keyof DataLineOf<Kind>)[] };

/** The kind and the key of a line, which together name a record. */
type LineKeyOf<Kind extends DataKind> = {
  [Each in Kind]: { readonly kind: Each } & Pick<
    DataLineOf<Each>,
    Extract<(typeof keyFields)[Each][number], keyof DataLineOf<Each>>
  >;
}[Kind];

export type LineKey = LineKeyOf<DataKind>;

/** The kinds of records in an account's catalogue. */
export type CatalogueKind = Exclude<DataKind, "booking">;

export type CatalogueLine = DataLineOf<CatalogueKind>;

/** The key of a catalogue record, in the fields of a data line. */
export type CatalogueKey = LineKeyOf<CatalogueKind>;

export const dataKinds = Object.keys(keyFields) as readonly DataKind[];

/** Parse the object of a line of each kind. */
export const lineReaders: { readonly [Kind in DataKind]: Reader<DataLineOf<Kind>> } = {
  group: readerOf("group"),
  interaction: checked(readerOf("interaction"), checkLanguages),
  activity: readerOf("activity"),
  host: readerOf("host"),
  ticket_type: readerOf("ticket_type"),
  slot: readerOf("slot"),
  booking: checked(readerOf("booking"), withTickets),
};

function readerOf<Kind extends DataKind>(kind: Kind): Reader<Read<Kind>> {
  return objectWith({ kind: required(oneOf([kind])), ...fields[kind] }) as Reader<Read<Kind>>;
}

function checked<T, Line>(read: Reader<T>, check: (line: T) => Line | Mismatch): Reader<Line> {
  return (value, now) => {
    const line = read(value, now);
    return isMismatch(line) ? line : check(line);
  };
}

/** The fault of a line. It never contains an external id. */
export interface BadLine {
  /** The line's number in the file, from 1. */
  readonly line: number;
  /** Null where the line's kind is not readable. */
  readonly kind: DataKind | null;
  /** The values of the key fields, joined by `/`; null where they are not readable. */
  readonly key: string | null;
  /**
   * For example `booked_at` or `tickets[0].attendee.checked_in_at`; null when the fault concerns the whole
   * line.
   */
  readonly field: string | null;
  readonly expected: string;
}

/** A line that cannot be imported. */
export interface BadContent {
  readonly bad: Omit<BadLine, "line">;
  /** Further faults of the line. */
  readonly others?: readonly Omit<BadLine, "line">[];
  /**
   * The values of the key fields, where all of them are valid. The record's name is then known, so lines that
   * refer to it are not bad for that reason.
   */
  readonly names: Readonly<Record<string, string | number | null>> | null;
}

/** A parsed line with its number; `isOfReference`: the booking's id is made of its reference. */
export interface NumberedLine {
  readonly line: number;
  readonly content: DataLine | BadContent;
  readonly warnings?: readonly CellWarning[];
  readonly isOfReference?: true;
}

/** A good line with its number in the file. */
export interface FileLine<Line extends DataLine = DataLine> {
  readonly line: number;
  readonly content: Line;
}

export function isBadContent(content: object): content is BadContent {
  return "bad" in content;
}

/** Every fault of a bad line. */
export function badLinesOf({ bad, others = [] }: BadContent, line: number): readonly BadLine[] {
  return [bad, ...others].map((fault) => ({ line, ...fault }));
}

/** The fault of a good line that is bad for what it says. */
export function badLine(
  line: number,
  content: DataLine,
  { field, expected }: Pick<BadLine, "field" | "expected">,
): BadLine {
  return { line, kind: content.kind, key: keyText(content), field, expected };
}

/** The key as a report shows it. */
export function keyText(content: DataLine): string {
  const values: Readonly<Record<string, unknown>> = { ...content };
  const textOf = (field: string) =>
    field === "starting_at" ? formatInstant(Number(values[field])) : String(values[field]);
  const named = keyFields[content.kind].filter((field) => values[field] !== null);
  return named.map(textOf).join("/");
}

/** A line that is bad before its content is parsed. */
export function badContent(
  kind: DataKind | null,
  field: string | null,
  expected: string,
): BadContent {
  return { bad: { kind, key: null, field, expected }, names: null };
}
