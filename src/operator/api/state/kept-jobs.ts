import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "../../../domain/account.ts";
import type { ImportJob } from "../../../operations/imports/import-jobs.ts";
import { keptImport } from "../../../operations/imports/kept-import.ts";
import type { AccountStore } from "../../../store/account-store.ts";

type Rows = AccountStore["importJobs"];
type Row = NonNullable<Awaited<ReturnType<Rows["find"]>>>;

/** How often a node says that an import goes on, and how far it is. */
const beatMs = 5_000;
/** How often, and after how long, the end of a job is written again while the database is away. */
const endTriesMax = 60;
const endTryMs = 1_000;
/** Left-out lines beyond are not kept: a job has at most so many characters. */
const leftOutMax = 32 * 1_048_576;
const pieceLength = 65_536;

/** The jobs of all nodes, in the database. A job of this node is read from its memory while it runs. */
export class KeptJobs {
  readonly #rowsOf: (accountId: AccountId) => Rows;
  readonly #now: () => number;
  readonly #here = new Map<string, ImportJob>();

  /** `now` is in milliseconds UTC. */
  constructor(rowsOf: (accountId: AccountId) => Rows, now: () => number) {
    this.#rowsOf = rowsOf;
    this.#now = now;
  }

  /** Adds a job of this node, which beats until it is ended. False where the account has one of this id. */
  async add(job: ImportJob): Promise<boolean> {
    const { id, startedAt } = job;
    const rows = this.#rowsOf(job.accountId);
    if (!(await rows.add({ id, startedAt, job }))) return false;
    this.#here.set(jobKey(job), job);
    void this.#beat(job);
    return true;
  }

  async #beat(job: ImportJob): Promise<void> {
    for (;;) {
      await sleep(beatMs, undefined, { ref: false });
      if (job.endedAt !== null || !this.#here.has(jobKey(job))) return;
      // A database that is away misses a beat; the next one may reach it.
      await this.#note(job).catch(() => {});
    }
  }

  #note(job: ImportJob): Promise<void> {
    const { id, endedAt } = job;
    return this.#rowsOf(job.accountId).note({ id, endedAt, job });
  }

  /** Writes how a job of this node ended. Gives up when `isClosing`, or after a minute without a database. */
  async end(job: ImportJob, isClosing: () => boolean): Promise<void> {
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.#note(job);
        } catch (error) {
          if (isClosing() || tries === endTriesMax) throw error;
          await sleep(endTryMs);
        }
      }
    } finally {
      this.#here.delete(jobKey(job));
    }
  }

  async remove(job: ImportJob): Promise<void> {
    this.#here.delete(jobKey(job));
    await this.#rowsOf(job.accountId).remove(job.id);
  }

  async find(accountId: AccountId, id: string): Promise<ImportJob | null> {
    const here = this.#here.get(jobKey({ accountId, id }));
    if (here !== undefined) return here;
    const row = await this.#rowsOf(accountId).find(id);
    return row === null ? null : this.#read(accountId, row);
  }

  async list(accountId: AccountId): Promise<readonly ImportJob[]> {
    return (await this.#rowsOf(accountId).list()).map((row) => this.#read(accountId, row));
  }

  #read(accountId: AccountId, row: Row): ImportJob {
    return this.#here.get(jobKey({ accountId, id: row.id })) ?? keptImport(row);
  }

  /** Keeps the text of the left-out lines, or nothing of a text that is too long. */
  async keepLeftOut(job: ImportJob, texts: AsyncIterable<string>): Promise<void> {
    const rows = this.#rowsOf(job.accountId);
    let number = 0;
    let length = 0;
    for await (const text of piecesOf(texts)) {
      length += text.length;
      if (length > leftOutMax) return rows.removeLeftOut(job.id);
      await rows.addLeftOut({ job: job.id, number, text, now: this.#now() });
      number += 1;
    }
  }

  /** Null where nothing is kept. */
  async openLeftOut(job: ImportJob): Promise<Readable | null> {
    const rows = this.#rowsOf(job.accountId);
    const read = (number: number) => rows.readLeftOut({ job: job.id, number });
    const first = await read(0);
    if (first === null) return null;
    const pieces = async function* () {
      let number = 0;
      for (let text: string | null = first; text !== null; text = await read(number)) {
        yield text;
        number += 1;
      }
    };
    return Readable.from(pieces());
  }
}

function jobKey({ accountId, id }: Pick<ImportJob, "accountId" | "id">): string {
  return `${accountId} ${id}`;
}

/** Gathers a text into pieces of about one length, each of whole characters. */
async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const text of texts) {
    held += text;
    while (held.length > pieceLength) {
      const splitsPair = /[\uD800-\uDBFF]/.test(held.charAt(pieceLength - 1));
      const end = splitsPair ? pieceLength - 1 : pieceLength;
      yield held.slice(0, end);
      held = held.slice(end);
    }
  }
  if (held !== "") yield held;
}
