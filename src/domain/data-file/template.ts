import { bookingCsvColumns, explainCsvColumn, type BookingColumn } from "./booking-columns.ts";
import { csvDelimiters, csvMark, writeCsvRow, type CsvDelimiter } from "./csv-cells.ts";
import { dataKinds, lineFields, type DataKind } from "./data-line.ts";
import { type Field } from "./field.ts";
import { isMismatch } from "./values.ts";

export const templateFormats = ["csv", "ndjson"] as const;
export type TemplateFormat = (typeof templateFormats)[number];

type Values = Readonly<Record<string, unknown>>;

const place = { interaction: "pk_summer", activity: "tasting", host: "station-3" };
const starting_at = "2030-05-01T08:00:00Z";
const booked_at = "2025-04-01T10:11:12Z";
const ticket = {
  cancelled_at: null,
  attendee: { display_name: "Ada Lovelace", checked_in_at: null },
};

/** A value for each field; an optional field without one is null in a data file, and an empty cell in a spreadsheet. */
const examples = {
  group: { unique_key: "acme-fr", display_name: "Acme France" },
  interaction: {
    public_key: place.interaction,
    id: "6a1d3c52-0b0e-4c8e-9d51-7a8f3b0c2d11",
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr", "en"],
    cancellation_cutoff_minutes: 60,
    waitlist_promotion: "manual",
    title: { fr: "Dégustations d’été", en: "Summer tastings" },
  },
  activity: {
    interaction: place.interaction,
    id: place.activity,
    title: { fr: "Dégustation", en: "Tasting" },
    location_hint: { fr: "Hall 2", en: "Hall 2" },
    slot_duration_in_minutes: 45,
  },
  host: {
    interaction: place.interaction,
    activity: place.activity,
    id: place.host,
    display_name: "Station 3",
    slot_duration_in_minutes: 20,
    overlaps: true,
  },
  ticket_type: {
    interaction: place.interaction,
    activity: place.activity,
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  },
  slot: { ...place, starting_at, capacity: 8, slot_duration_in_minutes: 20 },
  booking: {
    booking: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11",
    external_id: "CUST-1",
    ...place,
    slot_starting_at: starting_at,
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at,
    tickets: [ticket],
    reference: "SO-1042",
    data: { allergies: "nuts" },
    changed_at: booked_at,
  },
} satisfies Readonly<Record<DataKind, Values>>;

/** What differs in a spreadsheet, whose rows are bookings beside those of the data file's template. */
const examplesOfCsv: Readonly<Partial<Record<BookingColumn, string>>> = {
  ...examples.booking,
  booking: "9b0d4c7a-51f2-4f0b-8c1e-3f6a2d9e7b22",
  external_id: "CUST-2",
  reference: "SO-1043",
  data: '{"allergies":"none"}',
  tickets: "2",
  attendees: "Ada Lovelace|Grace Hopper",
  checked_in: "0",
};

/** An example of a file to import: a line of each kind with all of its fields, or a booking with all columns. */
export function templateOf(format: TemplateFormat, delimiter: CsvDelimiter = "comma"): string {
  if (format === "csv") {
    const cells = bookingCsvColumns.map((column) => examplesOfCsv[column] ?? "");
    const rows = [bookingCsvColumns, cells];
    return csvMark + rows.map((row) => writeCsvRow(row, csvDelimiters[delimiter])).join("");
  }
  const lines = dataKinds.map((kind) => {
    const ofKind: Values = examples[kind];
    const values = Object.keys(lineFields[kind]).map((field) => [field, ofKind[field] ?? null]);
    return JSON.stringify({ kind, ...Object.fromEntries(values) });
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** A field of a line, or a column of a spreadsheet. */
export interface TemplateColumn {
  readonly kind: DataKind;
  readonly name: string;
  readonly isRequired: boolean;
  /** What a value must be. */
  readonly expected: string;
}

export function columnsOf(format: TemplateFormat): readonly TemplateColumn[] {
  const ofKind = (kind: DataKind) =>
    Object.entries(lineFields[kind]).map(([name, field]) => columnOf(kind, name, field));
  if (format === "ndjson") return dataKinds.flatMap(ofKind);
  const ofBooking = new Map(ofKind("booking").map((column) => [column.name, column]));
  return bookingCsvColumns.map((name) => {
    const { isRequired = false, expected = "" } = ofBooking.get(name) ?? {};
    return { kind: "booking", name, isRequired, expected: explainCsvColumn(name) ?? expected };
  });
}

function columnOf(kind: DataKind, name: string, field: Field<unknown>): TemplateColumn {
  // No value of a file is a symbol, so the reader says what it expects.
  const read = field.read(Symbol(name), 0);
  return {
    kind,
    name,
    isRequired: !("whenAbsent" in field),
    expected: isMismatch(read) ? read.expected : "",
  };
}
