import type { ImportJob } from "../../api/operations.ts";
import { Badge, type BadgeTone } from "../../kit/badge.tsx";
import { When } from "../../kit/when.tsx";
import { BadLines } from "./bad-lines.tsx";
import { ChangedFields } from "./changed-fields.tsx";
import { CountsTable } from "./counts-table.tsx";
import { NamedBookings } from "./named-bookings.tsx";
import { OddLines } from "./odd-lines.tsx";
import type { SentFile } from "./import-form.tsx";

const states: Readonly<Record<ImportJob["state"], { tone: BadgeTone; words: string }>> = {
  running: { tone: "blue", words: "running" },
  done: { tone: "good", words: "done" },
  refused: { tone: "danger", words: "refused" },
  failed: { tone: "danger", words: "failed" },
};

/** One import: how far it is, or what came of it. */
export function ImportJobCard({
  job,
  file,
}: {
  readonly job: ImportJob;
  /** The file, where it was sent from this very page. */
  readonly file: SentFile | null;
}) {
  const { tone, words } = states[job.state];
  const how = [
    job.dry_run ? "only checked" : null,
    job.format === "csv" ? "CSV" : null,
    job.skip_bad ? "good lines only" : null,
    job.overwrite ? "the file wins" : job.update ? "the file wins where it is newer" : null,
    job.allow_overbooked ? "may overbook" : null,
  ].filter((each) => each !== null);
  const errors = job.errors ?? [];
  const skippedCount = job.skipped_count ?? 0;
  return (
    <article className="card stack-small" aria-label={`Import ${file?.name ?? job.import}`}>
      <div className="row spread">
        <span className="row">
          <Badge tone={tone}>{words}</Badge>
          <strong>{file?.name ?? <code>{job.import.slice(0, 8)}</code>}</strong>
          {how.map((each) => (
            <Badge key={each}>{each}</Badge>
          ))}
        </span>
        <span className="soft">
          {job.actor}, <When at={job.started_at} />
          {job.ended_at !== null && `, took ${durationOf(job.started_at, job.ended_at)}`}
        </span>
      </div>
      {job.state === "running" && <Progress job={job} />}
      {job.state === "failed" && (
        <p className="note" data-tone="danger">
          The service could not do it. Send the file again: nothing was imported, or of a large file
          a part, which the same file completes. If it fails again, the log says why.
        </p>
      )}
      {job.state === "refused" && (
        <BadLines
          report={{ errors, error_count: job.error_count ?? errors.length }}
          text={file?.text ?? null}
        />
      )}
      {job.counts !== undefined && (
        <>
          <p className="note" data-tone={job.dry_run ? "plain" : "good"}>
            {job.counts.read === 1
              ? "1 line is good. "
              : `${job.counts.read.toLocaleString("en")} lines are good. `}
            {job.dry_run
              ? "Nothing was changed: it was only checked."
              : importedWords(job.counts, skippedCount)}
          </p>
          {skippedCount > 0 && (
            <BadLines
              report={{ errors: job.skipped ?? [], error_count: skippedCount }}
              text={file?.text ?? null}
              leftOut={job.format}
            />
          )}
          <CountsTable counts={job.counts} />
          <ChangedFields fields={job.counts.updated_fields ?? {}} />
          <OddLines warnings={job.counts.warnings ?? []} />
          <NamedBookings
            label="Bookings that stay as they are here"
            bookings={job.counts.kept_bookings}
          />
          <NamedBookings
            label="Bookings that were newer here and became the file’s"
            bookings={job.counts.overwritten_bookings ?? []}
          />
        </>
      )}
    </article>
  );
}

function importedWords(
  { left_out: leftOut = 0, left_out_lines: lines = [] }: NonNullable<ImportJob["counts"]>,
  skippedCount: number,
): string {
  if (leftOut === 0) return skippedCount > 0 ? "They are imported." : "All of it is imported.";
  const numbers = lines.map(({ line }) => line).join(", ");
  return `${leftOut} of them were left out, since others took what they need: line ${numbers}.`;
}

function Progress({ job: { progress } }: { readonly job: ImportJob }) {
  const { step, done, total } = progress;
  const words =
    step === "reading"
      ? done < total
        ? `Reading: ${bytesOf(done)} of ${bytesOf(total)}`
        : `All ${bytesOf(total)} are read: checking what refers to what`
      : `Writing: ${done.toLocaleString("en")} of ${total.toLocaleString("en")} rows`;
  return (
    <div className="stack-small">
      <progress
        className="import-progress"
        aria-label={words}
        max={Math.max(1, total)}
        value={done}
      />
      <span className="soft num">{words}</span>
    </div>
  );
}

function bytesOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [unit, size] = bytes < 1024 ** 2 ? ["KB", 1024] : ["MB", 1024 ** 2];
  return `${(bytes / size).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}

function durationOf(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from);
  return ms < 1000
    ? `${ms} ms`
    : `${(ms / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
}
