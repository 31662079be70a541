import { importRules } from "../../domain/import/import-rules.ts";
import { Type } from "typebox";
import { parseSlotCsv } from "../../domain/data-file/slot-csv.ts";
import { DatesOfSheet, datesAbout } from "../imports/sheet-fields.ts";
import { badFileText, formatResult, warningTexts } from "../imports/import-counts.ts";
import { ImportCounts, ImportReport } from "../imports/import-job-shape.ts";
import {
  activityId,
  Capacity,
  hostId,
  option,
  passesOver,
  publicKey,
} from "../machinery/fields.ts";
import { withoutKey, type Operation } from "../machinery/operation.ts";
import { given, ofAccount, operationsOf } from "../machinery/operations-of.ts";

/** A slot takes some fifty bytes, and ten times as much where it is checked. */
const csvLimitBytes = 4 * 1024 * 1024;

const operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  appliesTo: "campaigns",
});

/** Slots from a spreadsheet. */
export const importSlots: Operation = operation(
  {
    name: "importSlots",
    method: "POST",
    path: "/csv",
    scope: "slots",
    summary: "Add slots from a spreadsheet, or change capacities: all rows or none.",
    description:
      "The first row names the columns, in any order: interaction, activity, host, starting_at, " +
      "capacity, slot_duration_in_minutes (or `none`), ticket_types (the slot's own limits, " +
      "`vip=4|general=18`; `vip=none` removes one and `none` all). starting_at is RFC 3339, or `2031-05-01 09:30` in the campaign's time zone. Bad " +
      "rows are told by their lines with status 422.",
    query: Type.Object({
      interaction: Type.Optional(publicKey),
      activity: Type.Optional(activityId),
      host: Type.Optional(hostId),
      capacity: Type.Optional(Capacity),
      dates: DatesOfSheet,
      dry_run: option("Change nothing."),
      allow_overbooked: passesOver("Capacities below what is taken; that is recorded."),
    }),
    body: { type: "text/csv", schema: Type.String(), limitBytes: csvLimitBytes },
    answers: { 200: ImportCounts, 422: ImportReport },
    refusals: ["too-many-imports"],
    command: {
      words: "slot csv",
      about: "Add slots from a spreadsheet, or change their capacities: all rows or none.",
      file: "CSV; - is standard input",
      typed: {
        interaction: { about: "for rows that name no campaign" },
        activity: { about: "for rows that name none" },
        host: { about: "for rows that name none" },
        capacity: { about: "for rows that say none" },
        dates: { about: datesAbout },
        dry_run: { about: "check everything and change nothing" },
        allow_overbooked: {
          about: "capacities may be lowered below what is taken; that is recorded",
        },
      },
      notes:
        "The first row names the columns, in any order: interaction, activity, host, starting_at,\n" +
        "capacity, slot_duration_in_minutes (or none), ticket_types (vip=4|general=18; vip=none removes\n" +
        "one, none all). starting_at is RFC 3339, or 2031-05-01 09:30 in the campaign's time zone.",
      example: "acme/production slots.csv --interaction pk_summer --dry-run",
      print: (answer, _width, { values: { dry_run } }) =>
        "errors" in answer ? "" : formatResult(answer, dry_run === true),
      say: (answer) => ("errors" in answer ? [] : warningTexts(answer.warnings)),
      fails: (answer) => ("errors" in answer ? badFileText(answer) : null),
    },
  },
  async ({ store, slotFiles }, { audit, operator, query, body: csv }, { id }) => {
    const end = await slotFiles.begin({ account: id, operator: operator.name });
    if (end === null) return { refused: { why: "too-many-imports" } };
    using _ = { [Symbol.dispose]: end };
    const {
      dry_run: dryRun = false,
      allow_overbooked: allowOverbooked = false,
      dates,
      ...defaults
    } = query;
    const door = store.account(id);
    const isOwn = (key: string) => operator.interactions?.includes(key) ?? true;
    // A local time discloses nothing of a campaign that is not the operator's.
    const own = (await door.findCampaigns()).filter(({ publicKey: key }) => isOwn(key));
    const zones = new Map(own.map(({ publicKey: key, timezone }) => [key, timezone]));
    const zone = (key: string) => zones.get(key) ?? null;
    const lines = parseSlotCsv(csv, given(defaults), zone, audit.now, dates);
    const isForeign = (content: object) =>
      "interaction" in content && !isOwn(String(content.interaction));
    if (lines.some(({ content }) => isForeign(content)))
      return { refused: { why: "not-in-catalogue", field: "interaction" } };
    // In several transactions, where the file is large.
    const run = { audit: withoutKey(audit), onWriting: () => {} };
    const { interactions } = operator;
    const rules = importRules({ dryRun, allowOverbooked, interactions, zones });
    const answer = await door.importNumberedLines(inOnePortion(lines), rules, run);
    if (!("errors" in answer)) return { body: answer };
    return { status: 422, body: { errors: answer.errors, error_count: answer.errorCount } };
  },
);

async function* inOnePortion<T>(things: readonly T[]): AsyncGenerator<readonly T[]> {
  yield things;
}
