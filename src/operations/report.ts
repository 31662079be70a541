import { Type } from "typebox";
import { isRefused, type Refused } from "../domain/refusal.ts";
import { Report, reportKeys } from "../domain/report.ts";
import type { NamedAccount } from "../store/doors/access.ts";
import type { CsvDelimiter } from "../domain/data-file/csv-cells.ts";
import { Delimiter, delimiterTyped, onlyWithCsv } from "./machinery/delimiter.ts";
import { oneOf } from "./machinery/arguments.ts";
import { BadInput } from "./machinery/validation.ts";
import { publicKey, time, type Sent } from "./machinery/fields.ts";
import type { Operation, Order, Parts } from "./machinery/operation.ts";
import { ofAccount, operationsOf } from "./machinery/operations-of.ts";
import type { AnyRefusal } from "./machinery/problems.ts";
import { fileReply } from "./machinery/stream-file.ts";
import { readBounds, timeAbout } from "./machinery/typed-time.ts";
import { By, csvOf, formatReport, ReportAnswer, reportToJson } from "./report-answer.ts";

/** Rows of one report, at most. */
const rowsMax = 100_000;

const operation = operationsOf({
  tag: "Reports",
  below: `${ofAccount}/report`,
  appliesTo: "campaigns",
});

const query = Type.Object({
  interaction: Type.Optional(publicKey),
  from: Type.Optional(time("Earliest start of the slot, included.")),
  to: Type.Optional(time("Latest start of the slot, included.")),
  by: Type.Optional(
    Type.Union(By.anyOf, { description: "What a row is about; day, where it is left out." }),
  ),
  details: Type.Optional(
    Type.Boolean({
      description:
        "Also the seats taken, and the cancelled bookings by who cancelled them, how long before the slot, and why. " +
        "Reasons are free text, which a key sees with the scope read.",
    }),
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
          from: { about: `earliest start of the slot: ${timeAbout}` },
          to: { about: "latest start of the slot, included" },
          by: {
            shown: "what",
            about: `what a row is about: ${reportKeys.join(", ")} (default: day)`,
            read: oneOf("row of a report", reportKeys),
          },
          delimiter: delimiterTyped,
          details: { about: "also seats taken, and who cancelled, how long before, and why" },
        },
        more: {
          csv: Type.Boolean({ description: "Print CSV for a spreadsheet." }),
          delimiter: Delimiter,
        },
        send: onlyWithCsv,
        notes:
          "A no-show is a live ticket of a CONFIRMED booking without a check-in, in a slot that has started.",
        example: "acme/production --interaction pk_summer --by activity",
        print: (report, width, { values: { csv, delimiter } }) =>
          csv === true
            ? csvOf(report, delimiter as CsvDelimiter | undefined)
                .replaceAll("\r\n", "\n")
                .trimEnd()
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
      query: Type.Object({ ...query.properties, delimiter: Delimiter }),
      download: ["text/csv"],
      answers: { 200: Type.String() },
      refusals,
    },
    async (parts, order, account) => {
      const report = await readReport(parts, order, account);
      if (isRefused<AnyRefusal>(report)) return report;
      const name = `report-by-${report.by}.csv`;
      return fileReply(Buffer.from(csvOf(report, order.query.delimiter)), {
        type: "text/csv",
        name,
      });
    },
  ),
];

async function readReport(
  { store, longReads }: Parts,
  { query: asked, operator, audit }: Order<unknown, Sent<typeof query>, unknown>,
  { id }: NamedAccount,
): Promise<ReportAnswer | Refused<AnyRefusal>> {
  const { interaction, by = "day", details: withCancellations = false, ...bounds } = asked;
  const { interactions: amongCampaigns, scopes } = operator;
  const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = readBounds(bounds);
  const door = store.account(id);
  const isForeign = interaction !== undefined && amongCampaigns?.includes(interaction) === false;
  const campaign =
    interaction === undefined || isForeign
      ? null
      : await door.findInteraction({ publicKey: interaction });
  if (interaction !== undefined && campaign === null) {
    return { refused: { why: "not-in-catalogue", field: "interaction" } };
  }
  const end = await longReads.begin({ account: id, operator: operator.name });
  if (end === null) return { refused: { why: "too-many-long-reads" } };
  using _ = { [Symbol.dispose]: end };
  const report = new Report(by, audit.now);
  const filter = { interaction: campaign, amongCampaigns, withCancellations, from, to };
  for await (const slots of door.tallySlots(filter)) {
    for (const slot of slots) report.add(slot);
    if (report.size > rowsMax) {
      throw new BadInput(
        "by",
        `must give at most ${rowsMax} rows: narrow the report with from and to`,
      );
    }
  }
  const shows = { details: withCancellations, reasons: scopes.includes("read") };
  return reportToJson(by, report, shows);
}
