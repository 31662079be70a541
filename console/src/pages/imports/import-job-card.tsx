import { locale, t } from "../../language/t.ts";
import type { ImportJob } from "../../api/operations.ts";
import { Badge, type BadgeTone } from "../../kit/badge.tsx";
import { When } from "../../kit/when.tsx";
import { BadLines, LineTable } from "./bad-lines.tsx";
import { ChangedFields } from "./changed-fields.tsx";
import { ImportChecked } from "./import-checked.tsx";
import { CountsTable } from "./counts-table.tsx";
import { LeftOutDownload } from "./left-out-download.tsx";
import { NamedBookings } from "./named-bookings.tsx";
import { OddLines } from "./odd-lines.tsx";
import { SheetResult } from "./sheet-result.tsx";
import { WaitingNote } from "./waiting-note.tsx";
import type { SentFile } from "./import-form.tsx";

const states: Readonly<Record<ImportJob["state"], { tone: BadgeTone; words: string }>> = {
  running: { tone: "blue", words: t("running") },
  done: { tone: "good", words: t("done") },
  refused: { tone: "danger", words: t("refused") },
  failed: { tone: "danger", words: t("failed") },
};

const failures = {
  fault: t("The service could not do it; its log says why."),
  stopped: t("The service was stopped before the end."),
  "node-lost": t("The node that imported the file has gone."),
  "key-revoked": t("Stopped: the key that asked for it was revoked or has ended."),
  "session-ended": t("Stopped: somebody ended the session that asked for it."),
} as const satisfies Record<NonNullable<ImportJob["failure"]>, string>;

interface CardProps {
  readonly job: ImportJob;
  /** The file, if this page has sent it. */
  readonly file: SentFile | null;
}

/** One import with its progress or its result. */
export function ImportJobCard({ job, file }: CardProps) {
  const { tone, words } = states[job.state];
  const how = [
    job.dry_run ? t("only checked") : null,
    job.format === "csv" ? "CSV" : null,
    job.skip_bad ? t("good lines only") : null,
    job.overwrite ? t("the file wins") : null,
    job.update && !job.overwrite ? t("the file wins where it is newer") : null,
    job.allow_overbooked ? t("may overbook") : null,
  ].filter((each) => each !== null);
  const errors = job.errors ?? [];
  return (
    <article
      className="card stack-small"
      aria-label={t("Import {name}", { name: job.file_name ?? job.import })}
    >
      <div className="row spread">
        <span className="row">
          <Badge tone={tone}>{words}</Badge>
          <strong>{job.file_name ?? <code>{job.import.slice(0, 8)}</code>}</strong>
          {how.map((each) => (
            <Badge key={each}>{each}</Badge>
          ))}
        </span>
        <span className="soft">
          {job.actor}, <When at={job.started_at} />
          {job.ended_at !== null &&
            `, ${t("took {duration}", { duration: durationOf(job.started_at, job.ended_at) })}`}
        </span>
      </div>
      {job.state === "running" && <Progress job={job} />}
      {job.state === "failed" && (
        <p className="note" data-tone="danger">
          {failures[job.failure ?? "fault"]}{" "}
          {t(
            "Send the file again: nothing was imported, or of a large file a part, which the same file completes.",
          )}
        </p>
      )}
      {job.state === "refused" && (
        <BadLines
          report={{ errors, error_count: job.error_count ?? errors.length }}
          text={file?.text ?? null}
        />
      )}
      <Counted job={job} file={file} />
    </article>
  );
}

/** What the import counted, once it has read the file. */
function Counted({ job, file }: CardProps) {
  const { counts } = job;
  const skippedCount = job.skipped_count ?? 0;
  if (counts === undefined) return null;
  return (
    <>
      <p className="note" data-tone={job.dry_run ? "plain" : "good"}>
        {t(
          "{count, plural, =0 {No line is good.} one {# line is good.} other {# lines are good.}}",
          {
            count: counts.read,
          },
        )}{" "}
        {job.dry_run
          ? t("Nothing was changed: it was only checked.")
          : importedWords(counts, skippedCount)}
      </p>
      {job.dry_run && counts.read > 0 && file?.importIt != null && (
        <ImportChecked importIt={file.importIt} />
      )}
      {skippedCount > 0 && (
        <>
          <BadLines
            report={{ errors: job.skipped ?? [], error_count: skippedCount }}
            text={file?.text ?? null}
            isLeftOut
          />
          <LeftOutDownload job={job} />
        </>
      )}
      {counts.left_out_lines !== undefined && (
        <LineTable
          label={t("Lines that were left out")}
          errors={counts.left_out_lines}
          text={file?.text ?? null}
        />
      )}
      {counts.completes !== undefined && (
        <p className="note">
          {t(
            "It completed an import of the same file that broke off; the counts are those of both.",
          )}{" "}
          <When at={counts.completes.begun_at} />
        </p>
      )}
      <WaitingNote job={job} />
      <CountsTable counts={counts} />
      <SheetResult counts={counts} />
      <ChangedFields fields={counts.updated_fields ?? {}} />
      <OddLines warnings={counts.warnings ?? []} />
      <NamedBookings
        label={t("Bookings that stay as they are here")}
        bookings={counts.kept_bookings}
      />
      <NamedBookings
        label={t("Bookings that were newer here and became the file’s")}
        bookings={counts.overwritten_bookings ?? []}
      />
    </>
  );
}

function importedWords(
  { read, left_out: leftOut = 0 }: NonNullable<ImportJob["counts"]>,
  skippedCount: number,
): string {
  if (read === 0) return t("Nothing was imported.");
  if (leftOut === 0)
    return skippedCount > 0 ? t("The good lines are imported.") : t("All of it is imported.");
  return t(
    "{leftOut, plural, one {# of them was left out, since others took what it needs.} other {# of them were left out, since others took what they need.}}",
    { leftOut },
  );
}

function progressWords({ step, done, total }: ImportJob["progress"]): string {
  if (step === "writing") {
    return t("Writing: {done} of {total} rows", {
      done: done.toLocaleString(locale),
      total: total.toLocaleString(locale),
    });
  }
  return done < total
    ? t("Reading: {done} of {total}", { done: bytesOf(done), total: bytesOf(total) })
    : t("All {bytes} are read: checking what refers to what", { bytes: bytesOf(total) });
}

function Progress({ job: { progress } }: { readonly job: ImportJob }) {
  const { done, total } = progress;
  const words = progressWords(progress);
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
  if (bytes < 1024) return t("{bytes, plural, one {# byte} other {# bytes}}", { bytes });
  const [unit, size] = bytes < 1024 ** 2 ? ["KB", 1024] : ["MB", 1024 ** 2];
  return `${(bytes / size).toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
}

function durationOf(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from);
  return ms < 1000
    ? t("{ms} ms", { ms })
    : t("{seconds} s", {
        seconds: (ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 }),
      });
}
