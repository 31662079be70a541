import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { BadLine } from "../../../domain/data-file/data-line.ts";
import type { AccountId } from "../../../domain/account.ts";
import { RightsEnded } from "../../../domain/operator.ts";
import { timeFrom } from "../../../domain/clock.ts";
import type { AuditContext } from "../../../store/doors/access.ts";
import type { AccountStore } from "../../../store/account-store.ts";
import {
  maySeeJob,
  type ArrivingFile,
  type ImportedAccount,
  type ImportFailure,
  type ImportJob,
  type Imports,
} from "../../../operations/imports/import-jobs.ts";
import type { ImportRules } from "../../../domain/import/import-rules.ts";
import { importFile, type SkippedLines } from "../../../usecases/operator/import-file.ts";
import { KeptJobs } from "./kept-jobs.ts";
import { Uploads, type Upload } from "./uploads.ts";

/** A job of this process. */
type OwnJob = { -readonly [Field in keyof ImportJob]: ImportJob[Field] };

/** Accounts whose files are imported at once. */
const accountsMax = 2;
/** Files of one account that have arrived: one is imported, the other waits. */
const filesOfAccountMax = 2;
const skippedListed = 1000;
const endings = { key: "key-revoked", session: "session-ended" } as const satisfies Record<
  RightsEnded["ended"],
  ImportFailure
>;

function firstOf(skipped: SkippedLines): BadLine[] {
  return [...skipped.values()]
    .flat()
    .toSorted((one, other) => one.line - other.line)
    .slice(0, skippedListed);
}

/**
 * Imports that were started over HTTP. The file is received to disk first, so that a slow sender
 * blocks no import, and deleted when the import has ended. Files that arrive while others are imported wait
 * there: an account's second file until its first is imported, and until each other account has had its turn. Jobs, and the
 * lines that they left out, are in the database (decision B92).
 */
export class ImportJobs implements Imports {
  readonly #jobs: KeptJobs;
  readonly #closing = new AbortController();
  readonly #uploads = new Uploads(this.#closing.signal);
  readonly #starting = new Set<Promise<unknown>>();
  /** The imports whose file has arrived, until all about them is recorded. */
  readonly #unrecorded = new Set<Promise<void>>();
  /** The jobs of the files that are here. An end is seen afterwards: whoever sees it may send the next file. */
  readonly #filesHere = new Set<OwnJob>();
  readonly #atWork = new Set<AccountId>();
  readonly #waiting: { readonly account: AccountId; readonly begin: () => void }[] = [];
  readonly #report: (error: Error) => void;
  readonly #now: () => number;

  /** `report` is called with unexpected errors. */
  constructor(
    rowsOf: (accountId: AccountId) => AccountStore["importJobs"],
    report: (error: Error) => void,
    now: () => number = Date.now,
  ) {
    this.#jobs = new KeptJobs(rowsOf, now);
    this.#report = report;
    this.#now = now;
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * Receives the file, then starts. Null when two of the account or of two others have arrived, the account has one on
   * its way, too many are (`Uploads`), or the service ends meanwhile. Throws when the file breaks off. `audit` has the time of the request; what
   * the job writes is dated from when the file is there. Whoever sends a file again under the id of a job gets that job.
   */
  start(...request: Parameters<Imports["start"]>): Promise<ImportJob | null> {
    const starting = this.#start(...request).finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
    return starting;
  }

  async #start(
    account: ImportedAccount,
    audit: AuditContext,
    file: ArrivingFile,
    rules: ImportRules,
    id: string = randomUUID(),
  ): Promise<ImportJob | null> {
    const known = await this.find(account.id, id);
    if (known !== null && maySeeJob(rules, known)) return known;
    // The id belongs to a job that this operator may not see, so this one gets a new id.
    const ownId = known === null ? id : randomUUID();
    if (this.#isClosing || !this.#hasPlaceFor(account.id)) return null;
    const time = timeFrom(audit.now, () => performance.now());
    const auditNow = () => ({ ...audit, now: time() });
    const upload = await this.#uploads
      .receive(account.id, file.open(), { ...rules, askAgain: audit.askAgain })
      .catch((error: unknown) => {
        if (this.#isClosing) return null;
        throw error;
      });
    if (upload === null) return null;
    const job: OwnJob = {
      ...rules,
      id: ownId,
      accountId: account.id,
      actor: audit.actor,
      fileName: file.name ?? null,
      startedAt: audit.now,
      bytes: upload.bytes,
      endedAt: null,
      progress: { step: "reading", done: 0 },
      outcome: null,
      skipped: { count: 0, first: [] },
    };
    this.#filesHere.add(job);
    const isNew = await this.#accept(job, upload, file).catch((error: unknown) => {
      this.#release(job, upload);
      throw error;
    });
    if (!isNew) {
      this.#release(job, upload);
      const made = await this.find(account.id, ownId);
      return made !== null && maySeeJob(rules, made) ? made : null;
    }
    const run = this.#inTurn(account.id, () => this.#run(job, account.door, auditNow, upload))
      .then(() => file.end?.(job, upload.digest).catch(this.#report))
      .finally(() => this.#unrecorded.delete(run));
    this.#unrecorded.add(run);
    return job;
  }

  /** A second file takes no other account's place, since its account has one of the `accountsMax`. */
  #hasPlaceFor(account: AccountId): boolean {
    const accounts = [...this.#filesHere].map(({ accountId }) => accountId);
    const own = accounts.filter((id) => id === account).length;
    const hasRoom = own === 0 ? new Set(accounts).size < accountsMax : own < filesOfAccountMax;
    return hasRoom && this.#uploads.hasPlaceFor(account);
  }

  /** Makes the job, and records its request. False where another node has made it meanwhile. */
  async #accept(job: OwnJob, { digest }: Upload, file: ArrivingFile): Promise<boolean> {
    if (!(await this.#jobs.add(job))) return false;
    try {
      await file.accept?.(job.id, digest);
    } catch (error) {
      await this.#jobs.remove(job).catch(this.#report);
      throw error;
    }
    return true;
  }

  async #inTurn(account: AccountId, work: () => Promise<void>): Promise<void> {
    if (this.#atWork.size < accountsMax && !this.#atWork.has(account)) this.#atWork.add(account);
    else await new Promise<void>((begin) => this.#waiting.push({ account, begin }));
    try {
      await work();
    } finally {
      this.#endTurn(account);
    }
  }

  #endTurn(account: AccountId): void {
    this.#atWork.delete(account);
    const free = this.#waiting.filter((each) => !this.#atWork.has(each.account));
    const next = free.find((each) => each.account !== account) ?? free[0];
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#atWork.add(next.account);
    next.begin();
  }

  async #run(
    job: OwnJob,
    door: ImportedAccount["door"],
    auditNow: () => AuditContext,
    upload: Upload,
  ): Promise<void> {
    const outcome = await this.#outcomeOf(job, door, auditNow, upload.path);
    this.#release(job, upload);
    job.outcome = outcome;
    job.endedAt = this.#now();
    await this.#jobs.end(job, () => this.#isClosing).catch(this.#report);
  }

  #release(job: OwnJob, upload: Upload): void {
    this.#filesHere.delete(job);
    try {
      upload[Symbol.dispose]();
    } catch (error) {
      this.#report(error as Error);
    }
  }

  async #outcomeOf(
    job: OwnJob,
    door: ImportedAccount["door"],
    auditNow: () => AuditContext,
    path: string,
  ): Promise<NonNullable<ImportJob["outcome"]>> {
    const again = () => this.#untilClosing(path);
    const onProgress = (progress: ImportJob["progress"]) => {
      if (this.#isClosing) throw new Error("The service is ending.");
      job.progress = progress;
    };
    try {
      // It may have waited for its turn.
      await auditNow().askAgain?.();
      const { answer, skipped, leftOut } = await importFile(door, again, job, auditNow, onProgress);
      job.skipped = { count: skipped.size, first: firstOf(skipped) };
      if (!("errors" in answer) && skipped.size > 0) {
        await this.#jobs.keepLeftOut(job, leftOut()).catch(this.#report);
      }
      return answer;
    } catch (error) {
      if (this.#isClosing) return "stopped" satisfies ImportFailure;
      if (error instanceof RightsEnded) return endings[error.ended];
      this.#report(error as Error);
      return "fault" satisfies ImportFailure;
    }
  }

  /** Opens the file when it is read: an import may fail before, and the file is then removed. */
  async *#untilClosing(path: string): AsyncGenerator<Uint8Array> {
    for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
      if (this.#isClosing) throw new Error("The service is ending.");
      yield piece;
    }
  }

  find(accountId: AccountId, id: string): Promise<ImportJob | null> {
    return this.#jobs.find(accountId, id);
  }

  openSkipped(job: ImportJob): Promise<Readable | null> {
    return this.#jobs.openLeftOut(job);
  }

  list(accountId: AccountId): Promise<readonly ImportJob[]> {
    return this.#jobs.list(accountId);
  }

  /** Breaks uploads and imports off, large ones between two portions, and waits until they have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#starting);
    await Promise.allSettled(this.#unrecorded);
  }
}
