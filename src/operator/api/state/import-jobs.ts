import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { BadLine } from "../../../domain/data-file/data-line.ts";
import type { AccountId } from "../../../domain/account.ts";
import { timeFrom } from "../../../domain/clock.ts";
import type { AuditContext } from "../../../store/accounts/audit.ts";
import type { ImportAnswer } from "../../../store/import/import-order.ts";
import {
  maySeeJob,
  type ImportedAccount,
  type ImportJob as Job,
  type Imports,
  type ArrivingFile,
} from "../../../operations/import-jobs.ts";
import {
  importFile,
  type ImportFlags,
  type SkippedLines,
} from "../../../usecases/operator/import-good-lines.ts";
import { Uploads } from "./uploads.ts";

interface ImportJob extends Job {
  endedAt: number | null;
  progress: Job["progress"];
  outcome: Job["outcome"];
  skipped: Job["skipped"];
  /** The file of the skipped lines; null where there are none, or newer ones have replaced it. */
  skippedFile: string | null;
}

const runningMax = 2;
const rememberedMax = 100;
const skippedListed = 1000;
/** How many files of skipped lines are kept. */
const skippedFilesMax = 10;

function firstOf(skipped: SkippedLines): BadLine[] {
  return [...skipped.values()]
    .flat()
    .toSorted((one, other) => one.line - other.line)
    .slice(0, skippedListed);
}

/**
 * Imports that were started over HTTP. The file is received to disk first, so that a slow sender
 * blocks no import, and deleted when the import has ended. Files that arrive while others are imported wait
 * there. The lines that an import skipped stay in a file. Jobs live in the memory of the process with the
 * operator's listener (decision B92).
 */
export class ImportJobs implements Imports {
  readonly #jobs = new Map<string, ImportJob>();
  readonly #closing = new AbortController();
  readonly #uploads = new Uploads(this.#closing.signal);
  /** The imports whose file has arrived. */
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #working = 0;
  readonly #report: (error: Error) => void;

  /** `report` is called with unexpected errors. */
  constructor(report: (error: Error) => void) {
    this.#report = report;
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * Receives the file, then starts. Null when too many files have arrived, the account has one on its way, or the
   * service ends meanwhile. Throws when the file breaks off. `audit` has the time of the request; what the job writes
   * is dated from when the file is there. Whoever sends a file again under the id of a job gets that job.
   */
  async start(
    account: ImportedAccount,
    audit: AuditContext,
    file: ArrivingFile,
    flags: ImportFlags,
    id: string = randomUUID(),
  ): Promise<ImportJob | null> {
    const known = this.find(account.id, id);
    if (known !== null && maySeeJob(flags, known)) return known;
    if (this.#isClosing || this.#running.size >= runningMax) return null;
    if (!this.#uploads.hasPlaceFor(account.id)) return null;
    const time = timeFrom(audit.now, () => performance.now());
    const auditNow = () => ({ ...audit, now: time() });
    const upload = await this.#uploads
      .receive(account.id, file.open(), flags.format)
      .catch((error: unknown) => {
        if (this.#isClosing) return null;
        throw error;
      });
    if (upload === null) return null;
    // The job of another account, or of other campaigns, keeps its id.
    const ownId = this.#jobs.has(id) ? randomUUID() : id;
    await file.accept?.(ownId, upload.digest).catch(async (error: unknown) => {
      await rm(dirname(upload.path), removing);
      throw error;
    });
    const job: ImportJob = {
      ...flags,
      id: ownId,
      accountId: account.id,
      actor: audit.actor,
      startedAt: audit.now,
      bytes: upload.bytes,
      endedAt: null,
      progress: { step: "reading", done: 0 },
      outcome: null,
      skipped: { count: 0, first: [] },
      skippedFile: null,
    };
    this.#remember(job);
    const run = this.#inTurn(() => this.#run(job, account.door, auditNow, upload.path))
      .then(() => file.end?.(job, upload.digest).catch(this.#report))
      .finally(() => {
        this.#running.delete(run);
      });
    this.#running.add(run);
    return job;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#working < runningMax) this.#working += 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      await work();
    } finally {
      const begin = this.#waiting.shift();
      if (begin === undefined) this.#working -= 1;
      else begin();
    }
  }

  async #run(
    job: ImportJob,
    door: ImportedAccount["door"],
    auditNow: () => AuditContext,
    path: string,
  ): Promise<void> {
    const outcome = await this.#outcomeOf(job, door, auditNow, path);
    await rm(job.skippedFile === null ? dirname(path) : path, removing).catch(this.#report);
    await this.#removeSkippedFiles(skippedFilesMax);
    job.outcome = outcome;
    job.endedAt = Date.now();
  }

  /** Removes the files of skipped lines but for the newest ones. */
  async #removeSkippedFiles(kept: number): Promise<void> {
    const jobs = [...this.#jobs.values()].filter(({ skippedFile }) => skippedFile !== null);
    for (const job of jobs.slice(0, Math.max(0, jobs.length - kept))) {
      const folder = dirname(job.skippedFile ?? "");
      job.skippedFile = null;
      await rm(folder, removing).catch(this.#report);
    }
  }

  async #outcomeOf(
    job: ImportJob,
    door: ImportedAccount["door"],
    auditNow: () => AuditContext,
    path: string,
  ): Promise<ImportAnswer | "failed"> {
    const again = () => this.#untilClosing(createReadStream(path));
    const onProgress = (progress: ImportJob["progress"]) => {
      if (this.#isClosing) throw new Error("The service is ending.");
      job.progress = progress;
    };
    try {
      const { answer, skipped, leftOut } = await importFile(door, again, job, auditNow, onProgress);
      job.skipped = { count: skipped.size, first: firstOf(skipped) };
      if (!("errors" in answer) && skipped.size > 0) {
        job.skippedFile = join(dirname(path), "skipped");
        await writeFile(job.skippedFile, leftOut(), { mode: 0o600 });
      }
      return answer;
    } catch (error) {
      if (!this.#isClosing) this.#report(error as Error);
      return "failed";
    }
  }

  async *#untilClosing(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      if (this.#isClosing) throw new Error("The service is ending.");
      yield piece;
    }
  }

  #remember(job: ImportJob): void {
    this.#jobs.set(job.id, job);
    for (const [id, { outcome, skippedFile }] of this.#jobs) {
      if (this.#jobs.size <= rememberedMax) return;
      if (outcome === null) continue;
      this.#jobs.delete(id);
      if (skippedFile !== null) void rm(dirname(skippedFile), removing).catch(this.#report);
    }
  }

  find(accountId: AccountId, id: string): ImportJob | null {
    const job = this.#jobs.get(id);
    return job?.accountId === accountId ? job : null;
  }

  async openSkipped({ id }: Job): Promise<Readable | null> {
    const file = this.#jobs.get(id)?.skippedFile ?? null;
    // An open file can be read to its end, also when it is removed meanwhile.
    return file === null ? null : (await open(file)).createReadStream();
  }

  /** The jobs of one account, newest first. */
  list(accountId: AccountId): ImportJob[] {
    return [...this.#jobs.values()].filter((job) => job.accountId === accountId).toReversed();
  }

  /** Breaks uploads and imports off, large ones between two portions, and waits until they have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#uploads.settled();
    await Promise.allSettled(this.#running);
    await this.#removeSkippedFiles(0);
  }
}

const removing = { recursive: true, force: true } as const;
