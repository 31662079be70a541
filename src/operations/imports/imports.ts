import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import type { AccountId } from "../../domain/account.ts";
import {
  templateFormats,
  templateOf,
  type TemplateFormat,
} from "../../domain/data-file/template.ts";
import { Uuid, type Sent } from "../machinery/fields.ts";
import { badFileAdvice } from "./bad-file-advice.ts";
import { badFileText, formatResult, leftOutText } from "./import-counts.ts";
import { ImportJobShape } from "./import-job-shape.ts";
import { failedText, jobToJson, maySeeJob, type ImportJob, type Imports } from "./import-jobs.ts";
import { datesAbout, formatOf, mappingLine, mappingTemplate } from "./sheet-fields.ts";
import { listImports } from "./list-imports.ts";
import { resultOf, importNotices } from "./import-result.ts";
import { showImportTemplate } from "./import-template.ts";
import { previewSpreadsheet } from "./preview-spreadsheet.ts";
import { Delimiter, readDelimiter } from "../machinery/delimiter.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { NoAnswer, patiently } from "../machinery/no-answer.ts";
import type { Ask, Command, Operation, Order, Upload, Values } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { ImportQuery, SheetImportQuery, jobAgain, startJob } from "./start-import.ts";
import { fileReply } from "../machinery/stream-file.ts";

const operation = operationsOf({
  tag: "Imports",
  below: `${ofAccount}/imports`,
  appliesTo: "campaigns",
});

/** The largest data file over HTTP; the command line takes any. */
const fileLimitBytes = 1024 * 1024 * 1024;

type Job = Sent<typeof ImportJobShape>;

const command: Command<Job> = {
  words: "import",
  about: "Read a data file into an account; a bad line refuses the whole file.",
  upload: {
    about: "one JSON object a line, or bookings in CSV; - is standard input",
    leftOut: "skip_bad",
    ofName: (name, { map }) => ({
      format: formatOf(name, map !== undefined),
      ...(name !== "-" && { file_name: name }),
    }),
    before: { field: "map", read: mappingLine },
  },
  prints: [
    {
      flag: "template",
      shown: "format",
      about: "print an example file with every column, and import nothing",
      choices: templateFormats,
      text: (format, typed) =>
        templateOf(format as TemplateFormat, readDelimiter(typed("delimiter"))),
    },
    {
      flag: "map-template",
      shown: "file.csv",
      about: "print a guess of what this file's columns are, for --map, and import nothing",
      text: (text, _typed, isPart) => mappingTemplate(text, isPart),
    },
  ],
  more: {
    map: Type.Optional(Type.String()),
    add_slots: SheetImportQuery.properties.add_slots,
    capacity: SheetImportQuery.properties.capacity,
    format: Type.Optional(Type.Union([Type.Literal("ndjson"), Type.Literal("csv")])),
    skip_bad: Type.Optional(Type.String()),
    delimiter: Delimiter,
  },
  typed: {
    format: { about: "csv: bookings of a spreadsheet (default: by the file's name)" },
    dry_run: { about: "check everything and change nothing" },
    update: { about: "known bookings become what the file says of them, where it is newer" },
    overwrite: { about: "the file wins also where it is older; each such booking is named" },
    skip_bad: {
      shown: "file",
      about: "import the good lines; write the others and why to this file",
    },
    allow_overbooked: {
      about: "slots may be filled beyond their capacity; that is recorded",
    },
    map: { shown: "file.json", about: "what the columns of somebody else's spreadsheet are" },
    dates: { about: datesAbout },
    add_slots: { about: "make the slots that rows name and the campaign lacks" },
    capacity: { about: "with --add-slots: seats of each (default: what its bookings take)" },
    zone_change: {
      shown: "what",
      noun: "choice for a changed timezone",
      about: "slots to come in another timezone: keep_instants or keep_wall_clock (their hour)",
    },
    delimiter: { about: "with --template csv: what stands between cells (default: comma)" },
    import: null,
    file_name: null,
  },
  example: "acme/production bookings.ndjson --dry-run",
  instead: ({ format }) => (format === "csv" ? startCsvImport : null),
  act: importUpload,
  json: resultOf,
  print: (job, _width, { values: { dry_run } }) =>
    job.counts === undefined || job.counts.left_out !== undefined
      ? ""
      : formatResult(job.counts, dry_run === true),
  fails: (job, values) => {
    const { counts, errors = [], error_count = 0 } = job;
    if (job.state === "refused") {
      const advice = badFileAdvice(job, values);
      return badFileText({ errors, error_count }) + (advice === null ? "" : `\n${advice}`);
    }
    if (counts === undefined) return failedText(job);
    return counts.left_out === undefined
      ? null
      : [...importNotices(job, values), leftOutText(counts)].join("\n");
  },
  say: importNotices,
};

const startImport: Operation<Job> = operation(
  {
    name: "startImport",
    creates: true,
    again: jobAgain,
    method: "POST",
    scope: "import",
    summary: "Import a data file, whole or not at all; the answer names the job.",
    description:
      "The answer comes when the file has arrived; ask any node for the job to see how it goes. An account's second " +
      "file waits until its first is imported. The last 100 of an account are remembered for 30 days. A key that is limited to campaigns imports lines of these alone, and sees " +
      "jobs that were limited to them.",
    query: ImportQuery,
    body: { type: "application/x-ndjson", schema: Type.String(), limitBytes: fileLimitBytes },
    answers: { 202: ImportJobShape },
    refusals: ["too-many-imports", "import-forgotten", "no-temporary-space"],
    command,
  },
  (...request) => startJob("ndjson", ...request),
);

const startCsvImport: Operation<Job> = operation(
  {
    name: "startCsvImport",
    creates: true,
    again: jobAgain,
    method: "POST",
    path: "/csv",
    scope: "import",
    summary: "Import bookings from a spreadsheet, all or none; the answer names the job.",
    description:
      "The first row has the names of a booking line's fields; `tickets` is how many, `attendees` " +
      "their names with | between them. A file of another system begins with a line of its own, `map=` and a JSON " +
      "object that says what its columns are.",
    query: SheetImportQuery,
    body: {
      type: "text/csv",
      schema: Type.String(),
      limitBytes: fileLimitBytes,
      isStreamed: true,
    },
    answers: { 202: ImportJobShape },
    refusals: ["too-many-imports", "import-forgotten", "no-temporary-space"],
  },
  (...request) => startJob("csv", ...request),
);

const showImport: Operation<Job> = operation(
  {
    name: "showImport",
    method: "GET",
    path: "/{import}",
    scope: "import",
    role: "viewer",
    summary: "How far an import is, and its bad lines.",
    params: { import: Uuid },
    answers: { 200: ImportJobShape },
    refusals: ["unknown-import"],
  },
  async ({ imports }, order, { id, name }) => {
    const job = await findJob(imports, order, id);
    return job === null ? { refused: { why: "unknown-import" } } : { body: jobToJson(name, job) };
  },
);

const downloadSkippedLines: Operation = operation(
  {
    name: "downloadSkippedLines",
    method: "GET",
    path: "/{import}/skipped",
    scope: "import",
    summary: "The lines that an import with `skip_bad` left out, to be mended and imported again.",
    description:
      "A data file with a comment before each line that says what is wrong, or a spreadsheet with " +
      "the column `import_error`, which an import ignores. Those of the account's last ten such " +
      "imports are kept for seven days, or until a contact that they name is erased, up to 32 MB each.",
    params: { import: Uuid },
    download: ["application/x-ndjson", "text/csv"],
    answers: { 200: Type.String() },
    refusals: ["unknown-import", "no-skipped-lines"],
  },
  async ({ imports }, order, { id }) => {
    const job = await findJob(imports, order, id);
    if (job === null) return { refused: { why: "unknown-import" } };
    const body = await imports.openSkipped(job);
    if (body === null) return { refused: { why: "no-skipped-lines" } };
    const type = job.format === "csv" ? "text/csv" : "application/x-ndjson";
    return fileReply(body, { type, name: `left-out.${job.format}` });
  },
);

/** The job that the path names; null where it does not exist or is of other campaigns. */
async function findJob(
  imports: Imports,
  {
    params,
    operator,
  }: Pick<Order<{ readonly import: string }, object, unknown>, "params" | "operator">,
  id: AccountId,
): Promise<ImportJob | null> {
  const job = await imports.find(id, params.import);
  return job !== null && maySeeJob(operator, job) ? job : null;
}

/** Imports of data files, as jobs. */
export const importOperations: readonly Operation[] = [
  showImportTemplate,
  startImport,
  startCsvImport,
  previewSpreadsheet,
  listImports,
  showImport,
  downloadSkippedLines,
];

/** Flags that say something about a spreadsheet only. */
const ofSheets = ["map", "add_slots", "capacity"] as const;

function refuseForSheets(values: Values): void {
  if (values["delimiter"] !== undefined) {
    throw new WrongUsage(
      "--delimiter is for --template: an import finds that of the file by itself",
    );
  }
  const given = ofSheets.find((name) => values[name] !== undefined);
  if (given !== undefined && values["format"] !== "csv") {
    throw new WrongUsage(`--${given.replace("_", "-")} is for a spreadsheet: CSV`);
  }
  if (values["capacity"] !== undefined && values["add_slots"] === undefined) {
    throw new WrongUsage("--capacity is for the slots that --add-slots makes");
  }
}

/** Uploads a file, follows its job, and keeps the lines that it left out. */
async function importUpload(ask: Ask, values: Values, file?: Upload): Promise<Job> {
  if (file === undefined) throw new Error("An import has a file.");
  const { tenant, environment, format, skip_bad } = values;
  refuseForSheets(values);
  const ofJob = { tenant, environment, import: randomUUID() };
  const start = format === "csv" ? startCsvImport : startImport;
  const sent = { ...values, ...ofJob, skip_bad: skip_bad !== undefined };
  let job = await ask(start, sent, file).catch((error: unknown) => {
    // The file may have arrived although the answer did not.
    if (!(error instanceof NoAnswer && error.wasSent)) throw error;
    return patiently(async () => {
      const { items } = await ask(listImports, ofJob);
      const found = items.find((each) => each.import === ofJob.import);
      if (found === undefined) throw error;
      return found;
    });
  });
  for (let waitMs = 50; job.state === "running"; waitMs = Math.min(2 * waitMs, 1_000)) {
    file.onProgress(job.progress);
    await sleep(waitMs);
    // Under an idempotency key it may be the job of an earlier command.
    job = await patiently(() => ask(showImport, { ...ofJob, import: job.import }));
  }
  if (job.state !== "done" || skip_bad === undefined) return job;
  const isAny = job.skipped_count !== 0;
  await file.keepLeftOut(
    isAny ? () => ask(downloadSkippedLines, { ...ofJob, import: job.import }) : null,
  );
  return job;
}
