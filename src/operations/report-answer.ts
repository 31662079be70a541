import { Type, type TOptional } from "typebox";
import { csvMark, writeCsvRow, type CsvDelimiter } from "../domain/data-file/csv-cells.ts";
import { signOf } from "./machinery/delimiter.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Figures, Report, ReportKey, Slice } from "../domain/report.ts";
import { slotStart, type Sent } from "./machinery/fields.ts";
import { formatTable } from "./machinery/table.ts";
import { is } from "./machinery/meaning.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const figures = {
  confirmed: count("Bookings that are CONFIRMED."),
  waiting: count("Bookings on a waitlist."),
  cancelled: count("Bookings that are CANCELLED."),
  promoted: count("Bookings that have left a waitlist, whatever became of them."),
  tickets: count("Live tickets of CONFIRMED bookings."),
  checked_in: count("How many of these tickets have checked in."),
  no_shows: count("How many have not, in slots that have started."),
  capacity: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: "Seats of the slots; null in rows by ticket_type, which share them.",
  }),
} as const;

const ReportFigures = Type.Object(figures);

/** The part of the answer that only `details` asks for. */
const details = {
  taken: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: "Seats that CONFIRMED bookings take; null in rows by ticket_type.",
  }),
  occupancy: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: "Per cent of the capacity that is taken; null without a capacity.",
  }),
  cancelled_by_caller: count("Cancelled over the interface."),
  cancelled_by_operator: count("Cancelled by an operator, on the command line or with the slot."),
  cancelled_by_import: count("Cancelled elsewhere; a data file said so."),
  cancelled_after_start: count("Cancelled when the slot had started."),
  cancelled_within_day: count("Cancelled up to 24 hours before the start."),
  cancelled_within_week: count("Cancelled more than 24 hours and up to seven days before it."),
  cancelled_earlier: count("Cancelled more than seven days before it."),
} as const;
const Details = Type.Object(details);
const detailsOrNone = Object.fromEntries(
  Object.entries(details).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [Name in keyof typeof details]: TOptional<(typeof details)[Name]> };

export const By = Type.Union([
  Type.Literal("day"),
  Type.Literal("slot"),
  Type.Literal("activity"),
  Type.Literal("host"),
  Type.Literal("ticket_type"),
]);

const ReportRow = Type.Object({
  day: Type.Optional(Type.String({ description: "The date in the campaign's time zone." })),
  interaction: Type.Optional(
    Type.String({ description: "The campaign's public key.", ...is("campaign") }),
  ),
  activity: Type.Optional(Type.String()),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot: Type.Optional(slotStart("Start of the slot.")),
  ticket_type: Type.Optional(Type.String()),
  ...figures,
  ...detailsOrNone,
});
type ReportRow = Sent<typeof ReportRow>;

export const ReportAnswer = Type.Object({
  by: By,
  rows: Type.Array(ReportRow, { description: "In the order of their names; slots by start." }),
  total: Type.Object({ ...figures, ...detailsOrNone }),
  reasons: Type.Optional(
    Type.Array(
      Type.Object({
        reason: Type.Union([Type.String(), Type.Null()], {
          description: "Null for all reasons that are not named here.",
        }),
        bookings: Type.Integer(),
      }),
      { description: "Reasons of cancelled bookings, the most frequent first." },
    ),
  ),
});
export type ReportAnswer = Sent<typeof ReportAnswer>;

/** Reasons that a report names, at most. */
const reasonsMax = 20;
/** Makes the answer, with details only where they are asked for. */
export function reportToJson(
  by: ReportKey,
  report: Report,
  shows: { readonly details: boolean; readonly reasons: boolean },
): ReportAnswer {
  const toJson = (all: Figures) => ({
    ...figuresToJson(all),
    ...(shows.details && detailsToJson(all)),
  });
  return {
    by,
    rows: report.rows.map((row) => ({ ...sliceToJson(row.slice), ...toJson(row.figures) })),
    total: toJson(report.total),
    ...(shows.details && shows.reasons && { reasons: reasonsOf(report) }),
  };
}

function reasonsOf(report: Report): NonNullable<ReportAnswer["reasons"]> {
  const { most, others } = report.reasons(reasonsMax);
  return others === 0 ? most : [...most, { reason: null, bookings: others }];
}

function sliceToJson({ day, publicKey: key, activityId, hostId, startingAt, ticketTypeId }: Slice) {
  return {
    ...(day !== undefined && { day }),
    ...(key !== undefined && { interaction: key }),
    ...(activityId !== undefined && { activity: activityId }),
    ...(typeof hostId === "string" && { host: hostId }),
    ...(startingAt !== undefined && { slot: formatInstant(startingAt) }),
    ...(ticketTypeId !== undefined && { ticket_type: ticketTypeId }),
  };
}

function figuresToJson(all: Figures): Sent<typeof ReportFigures> {
  const { confirmed, waiting, cancelled, promoted, tickets, checkedIn, noShows, capacity } = all;
  const came = { tickets, checked_in: checkedIn, no_shows: noShows };
  return { confirmed, waiting, cancelled, promoted, ...came, capacity };
}

function detailsToJson({ taken, capacity, by, before }: Figures): Sent<typeof Details> {
  const isShare = taken !== null && capacity !== null && capacity > 0;
  return {
    taken,
    occupancy: isShare ? Math.round((taken / capacity) * 1_000) / 10 : null,
    cancelled_by_caller: by.caller,
    cancelled_by_operator: by.operator,
    cancelled_by_import: by.import,
    cancelled_after_start: before.started,
    cancelled_within_day: before.day,
    cancelled_within_week: before.week,
    cancelled_earlier: before.earlier,
  };
}

/** The names of a row's slice, by what the rows are about. */
const names = {
  day: ["day"],
  slot: ["slot", "interaction", "activity", "host"],
  activity: ["interaction", "activity"],
  host: ["interaction", "activity", "host"],
  ticket_type: ["interaction", "activity", "ticket_type"],
} as const satisfies Record<ReportKey, readonly (keyof ReportRow)[]>;
const figureNames = Object.keys(figures) as (keyof typeof figures)[];
const detailNames = Object.keys(details) as (keyof typeof details)[];

function cellsOf({ by, rows, total }: ReportAnswer): {
  readonly headings: readonly string[];
  readonly rows: readonly string[][];
  readonly total: readonly string[];
} {
  const shown = [...figureNames, ...detailNames.filter((name) => name in total)];
  const figuresOf = (row: ReportAnswer["total"]) => shown.map((name) => String(row[name] ?? ""));
  return {
    headings: [...names[by], ...shown],
    rows: rows.map((row) => [...names[by].map((name) => row[name] ?? ""), ...figuresOf(row)]),
    total: [...names[by].map((_, index) => (index === 0 ? "total" : "")), ...figuresOf(total)],
  };
}

export function formatReport(report: ReportAnswer, width: number): string {
  const { headings, rows, total } = cellsOf(report);
  const words = headings.map((heading) => heading.replaceAll("_", " "));
  const table = formatTable(words, [...rows, [...total]], width);
  const { reasons = [] } = report;
  if (reasons.length === 0) return table;
  const given = reasons.map(({ reason, bookings }) => [String(bookings), reason ?? "(others)"]);
  return `${table}\n\n${formatTable(["cancelled", "because"], given, width)}`;
}

/** The rows without their total, which a spreadsheet computes itself. */
export function csvOf(report: ReportAnswer, delimiter?: CsvDelimiter): string {
  const { headings, rows } = cellsOf(report);
  const sign = signOf(delimiter);
  return csvMark + [headings, ...rows].map((cells) => writeCsvRow(cells, sign)).join("");
}
