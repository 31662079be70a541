import type { Sent } from "../machinery/fields.ts";
import type { Values } from "../machinery/operation.ts";
import { noticesOf, skippedText } from "./import-counts.ts";
import type { ImportJobShape } from "./import-job-shape.ts";
import { failedText } from "./import-jobs.ts";

type Job = Sent<typeof ImportJobShape>;

/** What `--json` prints of an import that has ended. */
export function resultOf(job: Job): object {
  const { state, counts, errors, error_count, skipped_count } = job;
  if (state === "refused") return { errors, error_count };
  if (counts === undefined) return { error: { message: failedText(job) } };
  const { warnings = [], slots_added = 0, ...result } = counts;
  // Of the warnings of lines only what a limit per contact is exceeded by, and a host with two slots at one time.
  const over_limit = warnings.flatMap(({ line, field, key: booking, message }) =>
    field === "external_id" ? [{ line, booking, message }] : [],
  );
  const overlaps = warnings.flatMap(({ line, kind, field, key: slot, message }) =>
    kind === "slot" && field === "starting_at" ? [{ line, slot, message }] : [],
  );
  const cells = warnings.flatMap(({ line, column, kind, message }) =>
    column === undefined ? [] : [{ line, column, kind, message }],
  );
  return {
    ...result,
    ...(over_limit.length > 0 && { over_limit }),
    ...(overlaps.length > 0 && { overlaps }),
    ...(job.format === "csv" && { warnings: cells, slots_added }),
    ...(skipped_count !== undefined && { skipped: skipped_count }),
  };
}

/** What standard error says of the lines that were imported, and of those that were not. */
export function importNotices(job: Job, { skip_bad }: Values): string[] {
  const { skipped_count: skipped } = job;
  const notices = noticesOf(job);
  return skipped === undefined ? notices : [skippedText(skipped, String(skip_bad)), ...notices];
}
