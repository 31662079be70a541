import { listOf, type Sent } from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { formatTable } from "../machinery/table.ts";
import { ImportJobShape } from "./import-job-shape.ts";
import { jobToJson, maySeeJob } from "./import-jobs.ts";

type Job = Sent<typeof ImportJobShape>;

export const listImports: Operation<{ readonly items: readonly Job[] }> = operationsOf({
  tag: "Imports",
  below: `${ofAccount}/imports`,
  appliesTo: "campaigns",
})(
  {
    name: "listImports",
    method: "GET",
    scope: "import",
    role: "viewer",
    summary: "Imports that are running or were, newest first.",
    answers: { 200: listOf(ImportJobShape) },
    command: {
      words: "import list",
      about: "Show the imports over the operator API, newest first.",
      notes:
        "The last 100 of 30 days, those of the console too. What a command imported into the database itself is in\n" +
        "`booking audit` alone.",
      example: "acme/production",
      print: formatImports,
    },
  },
  async ({ imports }, { operator }, { id, name }) => {
    const jobs = (await imports.list(id)).filter((job) => maySeeJob(operator, job));
    return { body: { items: jobs.map((job) => jobToJson(name, job)) } };
  },
);

/** Imports, a row each: what the file was called, who sent it, and what it changed. */
function formatImports(jobs: readonly Job[], width: number): string {
  if (jobs.length === 0) return "No import is remembered.";
  return formatTable(
    ["import", "file", "by", "began", "state", "made", "updated", "bad lines"],
    jobs.map((job) => [
      job.import,
      job.file_name ?? "",
      job.actor,
      job.started_at,
      job.dry_run && job.state === "done" ? "only checked" : job.state,
      totalOf(job.counts?.created),
      totalOf(job.counts?.updated),
      String(job.error_count ?? job.skipped_count ?? ""),
    ]),
    width,
  );
}

/** Empty where nothing was imported. */
function totalOf(byKind: Readonly<Record<string, number>> | undefined): string {
  if (byKind === undefined) return "";
  return String(Object.values(byKind).reduce((sum, count) => sum + count, 0));
}
