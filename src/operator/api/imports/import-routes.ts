import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Type, type Static } from "typebox";
import { formatAccountName, type AccountName } from "../../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../../domain/instant.ts";
import type { Refused } from "../../../domain/refusal.ts";
import type { AuditContext } from "../../../store/accounts/audit.ts";
import type { IdentifiedAccount } from "../../../usecases/operator/identify-account.ts";
import type { ServedParts } from "../served.ts";
import type { ImportFlags, ImportJob } from "../state/import-jobs.ts";
import type { ApiRefusal } from "../../../operations/problems.ts";
import type { Parts, Reply, Operation } from "../../../operations/operation.ts";
import { ofAccount, operationsOf } from "../../../operations/operations-of.ts";
import { listOf, Uuid } from "../../../operations/fields.ts";
import { ImportJobShape } from "../../../operations/import-counts.ts";

const route = operationsOf<ServedParts>({
  tag: "Imports",
  below: `${ofAccount}/imports`,
  scope: "account",
});

/** The largest data file over HTTP; the command line takes any. */
const fileLimitBytes = 1024 * 1024 * 1024;

/** As many rows as a spreadsheet may have take less. */
const csvLimitBytes = 32 * 1024 * 1024;

const HowToImport = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: "Change nothing." })),
  skip_bad: Type.Optional(
    Type.Boolean({ description: "Import the good lines; `skipped` names the others." }),
  ),
  update: Type.Optional(
    Type.Boolean({
      description: "Known bookings become what the file says where it is newer.",
    }),
  ),
  overwrite: Type.Optional(
    Type.Boolean({ description: "The file wins also where it is older; implies `update`." }),
  ),
  allow_overbooked: Type.Optional(
    Type.Boolean({ description: "Slots beyond their capacity; that is recorded." }),
  ),
});

/** Imports of data files, as jobs. */
export const importRoutes: readonly Operation[] = [
  route(
    {
      name: "startImport",
      method: "POST",
      role: "admin",
      summary: "Import a data file, whole or not at all; the answer names the job.",
      description:
        "The answer comes when the file has arrived; ask for the job to see how it goes. Jobs are " +
        "remembered by the process until it ends.",
      query: HowToImport,
      body: { type: "application/x-ndjson", schema: Type.String(), limitBytes: fileLimitBytes },
      answers: { 202: ImportJobShape },
      refusals: ["too-many-imports"],
    },
    async (parts, { audit, query, stream }, account) =>
      started(parts, account, audit, stream, flagsOf(query, "ndjson")),
  ),
  route(
    {
      name: "startCsvImport",
      method: "POST",
      path: "/csv",
      role: "admin",
      summary: "Import bookings from a spreadsheet, all or none; the answer names the job.",
      description:
        "The first row has the names of a booking line's fields; `tickets` is how many, `attendees` " +
        "their names with | between them.",
      query: HowToImport,
      body: {
        type: "text/csv",
        schema: Type.String(),
        limitBytes: csvLimitBytes,
        isStreamed: true,
      },
      answers: { 202: ImportJobShape },
      refusals: ["too-many-imports"],
    },
    async (parts, { audit, query, stream }, account) =>
      started(parts, account, audit, stream, flagsOf(query, "csv")),
  ),
  route(
    {
      name: "listImports",
      method: "GET",
      role: "viewer",
      summary: "Imports that are running or were, newest first.",
      answers: { 200: listOf(ImportJobShape) },
    },
    async ({ imports }, _order, { id, name }) => ({
      body: { items: imports.list(id).map((job) => jobToJson(name, job)) },
    }),
  ),
  route(
    {
      name: "showImport",
      method: "GET",
      path: "/{import}",
      role: "viewer",
      summary: "How far an import is, and its bad lines.",
      params: { import: Uuid },
      answers: { 200: ImportJobShape },
      refusals: ["unknown-import"],
    },
    async ({ imports }, { params }, { id, name }) => {
      const job = imports.find(id, params.import);
      return job === null ? { refused: { why: "unknown-import" } } : { body: jobToJson(name, job) };
    },
  ),
  route(
    {
      name: "downloadSkippedLines",
      method: "GET",
      path: "/{import}/skipped",
      role: "admin",
      summary:
        "The lines that an import with `skip_bad` left out, to be mended and imported again.",
      description:
        "A data file with a comment before each line that says what is wrong, or a spreadsheet with " +
        "the column `import_error`, which an import ignores. The files of the last ten such imports " +
        "are kept, until the process ends.",
      params: { import: Uuid },
      download: ["application/x-ndjson", "text/csv"],
      answers: { 200: Type.String() },
      refusals: ["unknown-import", "no-skipped-lines"],
    },
    async ({ imports }, { params }, { id }) => {
      const job = imports.find(id, params.import);
      if (job === null) return { refused: { why: "unknown-import" } };
      if (job.skippedFile === null) return { refused: { why: "no-skipped-lines" } };
      const type = job.format === "csv" ? "text/csv" : "application/x-ndjson";
      return {
        // An open file can be read to its end, also when it is removed meanwhile.
        body: (await open(job.skippedFile)).createReadStream(),
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "content-disposition": `attachment; filename="left-out.${job.format}"`,
        },
      };
    },
  ),
];

async function started(
  { store, imports }: Pick<Parts & ServedParts, "store" | "imports">,
  { id, name }: IdentifiedAccount,
  audit: AuditContext,
  file: Readable,
  flags: ImportFlags,
): Promise<Reply | Refused<ApiRefusal>> {
  const job = await imports.start({ id, door: store.account(id) }, audit, file, flags);
  if (job === null) return { refused: { why: "too-many-imports" } };
  const location = `/operator/v1/accounts/${formatAccountName(name)}/imports/${job.id}`;
  return { status: 202, body: jobToJson(name, job), headers: { location } };
}

function flagsOf(query: Static<typeof HowToImport>, format: ImportFlags["format"]): ImportFlags {
  return {
    format,
    dryRun: query.dry_run ?? false,
    skipBad: query.skip_bad ?? false,
    update: query.update ?? false,
    overwrite: query.overwrite ?? false,
    allowOverbooked: query.allow_overbooked ?? false,
  };
}

function jobToJson(name: AccountName, job: ImportJob): object {
  const { progress, outcome } = job;
  return {
    import: job.id,
    account: formatAccountName(name),
    state: stateOf(outcome),
    actor: job.actor,
    started_at: formatInstant(job.startedAt),
    ended_at: formatInstantOrNull(job.endedAt),
    dry_run: job.dryRun,
    format: job.format,
    skip_bad: job.skipBad,
    update: job.update,
    overwrite: job.overwrite,
    allow_overbooked: job.allowOverbooked,
    progress: {
      step: progress.step,
      done: progress.done,
      total: progress.step === "writing" ? progress.total : job.bytes,
    },
    ...(outcome !== null &&
      outcome !== "failed" &&
      ("errors" in outcome
        ? { errors: outcome.errors, error_count: outcome.errorCount }
        : { counts: outcome })),
    ...(job.skipBad &&
      job.endedAt !== null && {
        skipped: job.skipped.first,
        skipped_count: job.skipped.count,
      }),
  };
}

function stateOf(outcome: ImportJob["outcome"]): string {
  if (outcome === null) return "running";
  if (outcome === "failed") return "failed";
  return "errors" in outcome ? "refused" : "done";
}
