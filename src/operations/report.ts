import { Type } from "typebox";
import { writeCsvRow } from "../domain/data-file/csv.ts";
import { formatInstant } from "../domain/instant.ts";
import { isRefused, type Refused } from "../domain/refusal.ts";
import { Report, reportKeys, type Figures, type ReportKey, type Slice } from "../domain/report.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";
import { oneOf } from "./arguments.ts";
import { BadInput } from "./bad-input.ts";
import { publicKey, time, type Sent } from "./fields.ts";
import type { Operation, Parts } from "./operation.ts";
import { ofAccount, operationsOf } from "./operations-of.ts";
import type { AnyRefusal } from "./problems.ts";
import { readBounds } from "./read-time.ts";
import { formatTable } from "./table.ts";

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

const By = Type.Union([
  Type.Literal("day"),
  Type.Literal("slot"),
  Type.Literal("activity"),
  Type.Literal("host"),
  Type.Literal("ticket_type"),
]);

const ReportRow = Type.Object({
  day: Type.Optional(Type.String({ description: "The date in the campaign's time zone." })),
  interaction: Type.Optional(Type.String({ description: "The campaign's public key." })),
  activity: Type.Optional(Type.String()),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot: Type.Optional(time("Start of the slot.")),
  ticket_type: Type.Optional(Type.String()),
  ...figures,
});
type ReportRow = Sent<typeof ReportRow>;

export const ReportAnswer = Type.Object({
  by: By,
  rows: Type.Array(ReportRow, { description: "In the order of their names; slots by start." }),
  total: Type.Object(figures),
});
type ReportAnswer = Sent<typeof ReportAnswer>;

/** Rows of one report, at most. */
const rowsMax = 100_000;

const operation = operationsOf({ tag: "Reports", below: `${ofAccount}/report`, reach: "account" });

const query = Type.Object({
  interaction: Type.Optional(publicKey),
  from: Type.Optional(time("Earliest start of the slot, included.")),
  to: Type.Optional(time("Latest start of the slot, included.")),
  by: Type.Optional(
    Type.Union(By.anyOf, { description: "What a row is about; day, where it is left out." }),
  ),
});
const description =
  "Every slot counts, booked or not. It is read in portions, at one moment; where there is much, it takes seconds.";
const refusals = ["not-in-catalogue", "too-many-long-reads"] as const;

/** What became of the bookings. */
export const reportOperations: readonly Operation[] = [
  operation(
    {
      name: "showReport",
      method: "GET",
      scope: "report",
      summary: "What became of the bookings: seats, check-ins, no-shows, by day, slot or place.",
      description,
      query,
      answers: { 200: ReportAnswer },
      refusals,
      command: {
        words: "report",
        typed: {
          from: { about: "earliest start of the slot, RFC 3339" },
          to: { about: "latest start of the slot, included" },
          by: {
            shown: "what",
            about: `what a row is about: ${reportKeys.join(", ")} (default: day)`,
            read: oneOf("row of a report", reportKeys),
          },
        },
        more: { csv: Type.Boolean({ description: "Print CSV for a spreadsheet." }) },
        notes:
          "A no-show is a live ticket of a CONFIRMED booking without a check-in, in a slot that has started.",
        example: "acme/production --interaction pk_summer --by activity",
        print: (report, width, { csv }) =>
          csv === true
            ? csvOf(report).replaceAll("\r\n", "\n").trimEnd()
            : formatReport(report, width),
      },
    },
    async (parts, order, account) => {
      const report = await readReport(parts, order, account);
      return isRefused<AnyRefusal>(report) ? report : { body: report };
    },
  ),
  operation(
    {
      name: "downloadReport",
      method: "GET",
      path: "/csv",
      scope: "report",
      summary: "The same as CSV for a spreadsheet.",
      description: "A cell that a spreadsheet would run as a formula begins with an apostrophe.",
      query,
      download: ["text/csv"],
      answers: { 200: Type.String() },
      refusals,
    },
    async (parts, order, account) => {
      const report = await readReport(parts, order, account);
      if (isRefused<AnyRefusal>(report)) return report;
      const name = `report-by-${report.by}.csv`;
      return {
        body: Buffer.from(csvOf(report)),
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${name}"`,
        },
      };
    },
  ),
];

async function readReport(
  { store, longReads }: Parts,
  {
    query: asked,
    operator,
    audit,
  }: {
    readonly query: Sent<typeof query>;
    readonly operator: { readonly name: string };
    readonly audit: { readonly now: number };
  },
  { id }: IdentifiedAccount,
): Promise<ReportAnswer | Refused<AnyRefusal>> {
  const { interaction, by = "day", ...bounds } = asked;
  const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = readBounds(bounds);
  const door = store.account(id);
  const interactionId =
    interaction === undefined ? null : await door.findInteraction({ publicKey: interaction });
  if (interaction !== undefined && interactionId === null) {
    return { refused: { why: "not-in-catalogue", field: "interaction" } };
  }
  const end = longReads.begin({ account: id, operator: operator.name });
  if (end === null) return { refused: { why: "too-many-long-reads" } };
  try {
    const report = new Report(by, audit.now);
    for await (const slots of door.tallySlots({ interactionId, from, to })) {
      for (const slot of slots) report.add(slot);
      if (report.size > rowsMax) {
        throw new BadInput(
          "by",
          `must give at most ${rowsMax} rows: narrow the report with from and to`,
        );
      }
    }
    return reportToJson(by, report);
  } finally {
    end();
  }
}

function reportToJson(by: ReportKey, { rows, total }: Report): ReportAnswer {
  return {
    by,
    rows: rows.map((row) => ({ ...sliceToJson(row.slice), ...figuresToJson(row.figures) })),
    total: figuresToJson(total),
  };
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

function figuresToJson({ checkedIn, noShows, ...same }: Figures) {
  return { ...same, checked_in: checkedIn, no_shows: noShows };
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

function cellsOf({ by, rows, total }: ReportAnswer): {
  readonly headings: readonly string[];
  readonly rows: readonly string[][];
  readonly total: readonly string[];
} {
  const figuresOf = (row: ReportAnswer["total"]) =>
    figureNames.map((name) => String(row[name] ?? ""));
  return {
    headings: [...names[by], ...figureNames],
    rows: rows.map((row) => [...names[by].map((name) => row[name] ?? ""), ...figuresOf(row)]),
    total: [...names[by].map((_, index) => (index === 0 ? "total" : "")), ...figuresOf(total)],
  };
}

function formatReport(report: ReportAnswer, width: number): string {
  const { headings, rows, total } = cellsOf(report);
  const words = headings.map((heading) => heading.replaceAll("_", " "));
  return formatTable(words, [...rows, [...total]], width);
}

/** The rows without their total, which a spreadsheet computes itself. */
function csvOf(report: ReportAnswer): string {
  const { headings, rows } = cellsOf(report);
  // Without a byte order mark, spreadsheets take UTF-8 for another encoding.
  return `\uFEFF${[headings, ...rows].map((cells) => writeCsvRow(cells)).join("")}`;
}
