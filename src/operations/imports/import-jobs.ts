import type { Readable } from "node:stream";
import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import type { BadLine } from "../../domain/data-file/data-line.ts";
import type { Rights } from "../../domain/operator.ts";
import { formatInstant, formatInstantOrNull } from "../../domain/instant.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { ImportAnswer } from "../../domain/import/import-report.ts";
import type { ImportProgress } from "../../usecases/operator/import-data-file.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import type { Sent } from "../machinery/fields.ts";
import type { ImportJobShape } from "./import-job-shape.ts";

/** A file that was sent. Over HTTP it can be read once. */
export interface OrderFile {
  readonly open: () => Readable;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/**
 * A file that is to be imported. A request with an idempotency key has the two functions, which record it with a digest of
 * the file's bytes.
 */
export interface ArrivingFile extends OrderFile {
  /** Its name; null where the sender gives none. */
  readonly name?: string | null;
  /** Called when all of it has arrived and its job is made. Throws where the request was recorded before: the job goes. */
  accept?(job: string, digest: string): Promise<void>;
  /** Called when its job has ended. */
  end?(job: ImportJob, digest: string): Promise<void>;
}

/**
 * Why an import ended before its file did: it failed, its service was stopped, its node is gone, or the key or the session
 * that asked for it was ended. Of a large file a part may be written.
 */
export type ImportFailure = "fault" | "stopped" | "node-lost" | "key-revoked" | "session-ended";

/** An import of a data file, running or ended. */
export interface ImportJob extends ImportRules {
  readonly id: string;
  readonly accountId: AccountId;
  readonly actor: string;
  /** Null where nobody said it, or where it named somebody who was erased. Absent: a job of before. */
  readonly fileName?: string | null;
  /** Milliseconds UTC. */
  readonly startedAt: number;
  readonly bytes: number;
  readonly endedAt: number | null;
  readonly progress: ImportProgress;
  /** Null while it runs. */
  readonly outcome: ImportAnswer | ImportFailure | null;
  /** With `skipBad`, how many lines were left out, and the first of them. */
  readonly skipped: { readonly count: number; readonly first: readonly BadLine[] };
}

export interface ImportedAccount {
  readonly id: AccountId;
  readonly door: Pick<AccountStore, "importNumberedLines" | "findCampaigns" | "listCatalogue">;
}

/** The imports that run here, and the jobs of all. */
export interface Imports {
  /** Null while there are too many. On a service the same `id` again is the same job. */
  start(
    account: ImportedAccount,
    audit: AuditContext,
    file: ArrivingFile,
    rules: ImportRules,
    id?: string,
  ): Promise<ImportJob | null>;
  find(accountId: AccountId, id: string): Promise<ImportJob | null>;
  /** Of one account, newest first. */
  list(accountId: AccountId): Promise<readonly ImportJob[]>;
  /** The lines that it left out; null where there are none, or they are kept no more. */
  openSkipped(job: ImportJob): Promise<Readable | null>;
}

/** An operator who is limited to some campaigns sees the jobs that were limited to these campaigns. */
export function maySeeJob(
  { interactions: ofOperator }: Pick<Rights, "interactions">,
  { interactions: ofJob }: Pick<ImportJob, "interactions">,
): boolean {
  return ofOperator === null || ofJob?.every((each) => ofOperator.includes(each)) === true;
}

export function jobToJson(name: AccountName, job: ImportJob): Sent<typeof ImportJobShape> {
  const { progress, outcome } = job;
  return {
    import: job.id,
    account: formatAccountName(name),
    state: stateOf(outcome),
    actor: job.actor,
    file_name: job.fileName ?? null,
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
      // Reading counts the bytes of the file, writing counts rows.
      total: progress.step === "writing" ? progress.total : job.bytes,
    },
    ...(typeof outcome === "string" && { failure: outcome }),
    ...(isAnswer(outcome) &&
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

function stateOf(outcome: ImportJob["outcome"]): "running" | "done" | "refused" | "failed" {
  if (outcome === null) return "running";
  if (!isAnswer(outcome)) return "failed";
  return "errors" in outcome ? "refused" : "done";
}

/** Whether the import came to its end. */
export function isAnswer(outcome: ImportJob["outcome"]): outcome is ImportAnswer {
  return outcome !== null && typeof outcome === "object";
}

const failures = {
  fault: "The import failed on the service, whose log says why.",
  stopped: "The service was stopped before the import had ended.",
  "node-lost": "The import did not end: the node that imported the file has gone.",
  "key-revoked": "stopped: key revoked.",
  "session-ended": "stopped: session ended.",
} as const satisfies Record<ImportFailure, string>;

/** A sentence on an import that ended without an answer: the cause, and how much of the file was written. */
export function failedText({
  failure = "fault",
  progress: { step, done, total },
}: Sent<typeof ImportJobShape>): string {
  const isPart = (failure === "key-revoked" || failure === "session-ended") && step === "writing";
  const written = isPart ? ` ${done} of ${total} rows were written.` : "";
  return `${failures[failure]}${written} A large file may be imported in part: the same file again completes it.`;
}
