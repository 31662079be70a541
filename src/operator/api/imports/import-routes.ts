import { Type } from "typebox";
import { formatAccountName, type AccountName } from "../../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../../domain/instant.ts";
import type { ImportJob } from "../state/import-jobs.ts";
import { ofAccount, routesOf, type Route } from "../route.ts";
import { listOf, Uuid } from "../fields.ts";
import { ImportJobShape } from "./import-schema.ts";

const route = routesOf({ tag: "Imports", below: `${ofAccount}/imports`, scope: "account" });

/** The largest data file over HTTP; the command line takes any. */
const fileLimitBytes = 1024 * 1024 * 1024;

/** Imports of data files, as jobs. */
export const importRoutes: readonly Route[] = [
  route(
    {
      operation: "startImport",
      method: "POST",
      role: "admin",
      summary: "Import a data file, whole or not at all; the answer names the job.",
      description:
        "The answer comes when the file has arrived; ask for the job to see how it goes. Jobs are " +
        "remembered by the process until it ends.",
      query: Type.Object({
        dry_run: Type.Optional(Type.Boolean({ description: "Change nothing." })),
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
      }),
      body: { type: "application/x-ndjson", schema: Type.String(), limitBytes: fileLimitBytes },
      answers: { 202: ImportJobShape },
      refusals: ["too-many-imports"],
    },
    async ({ store, imports }, { audit, query, stream }, { id, name }) => {
      const job = await imports.start({ id, door: store.account(id) }, audit, stream, {
        dryRun: query.dry_run ?? false,
        update: query.update ?? false,
        overwrite: query.overwrite ?? false,
        allowOverbooked: query.allow_overbooked ?? false,
      });
      if (job === null) return { refused: { why: "too-many-imports" } };
      const location = `/operator/v1/accounts/${formatAccountName(name)}/imports/${job.id}`;
      return { status: 202, body: jobToJson(name, job), headers: { location } };
    },
  ),
  route(
    {
      operation: "listImports",
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
      operation: "showImport",
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
];

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
  };
}

function stateOf(outcome: ImportJob["outcome"]): string {
  if (outcome === null) return "running";
  if (outcome === "failed") return "failed";
  return "errors" in outcome ? "refused" : "done";
}
