import { randomUUID } from "node:crypto";
import { orderedUuid } from "../domain/identifier.ts";
import type { RequestRecord, RequestRecordRow } from "../store/doors/access.ts";
import type { AccountId } from "../domain/account.ts";

interface RecorderParts {
  readonly cap: RefusedRecordCap;
  /** Saves records; called again with the same ones after a failure, so it must be idempotent. */
  save(records: readonly RequestRecordRow[]): Promise<void>;
  /** Called when records could not be saved or had to be dropped. */
  reportTrouble(problem: string, error: Error | null): void;
}

/** The most records that wait; while the database is down, later ones are dropped. */
const maxWaiting = 10_000;
/** Records of one transaction, so few that concurrent cancels never wait long. */
const maxTogether = 500;

/**
 * Collects request records (decision A62) and writes them in batches after the answers, off the
 * requests' own path. The changes of a cancel are written in the cancel's own transaction instead.
 */
export class RequestRecorder {
  readonly #parts: RecorderParts;
  #waiting: RequestRecordRow[] = [];
  #dropped = 0;
  #savesByAccount = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  record(record: RequestRecord): void {
    if (!this.#parts.cap.admits(record)) return;
    if (this.#waiting.length < maxWaiting) {
      this.#waiting.push({ ...record, id: orderedUuid(randomUUID(), record.at) });
    } else this.#dropped += 1;
  }

  /** Writes the waiting records. Never throws: after a failure they wait for the next call. */
  async flush(): Promise<void> {
    // The database may be out of reach for some accounts only.
    await this.#parts.cap.update().catch((error: unknown) => {
      this.#parts.reportTrouble("request records not counted", error as Error);
    });
    const unsaved: RequestRecordRow[] = [];
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, maxTogether);
      const failed = await this.#save(some);
      this.#waiting = this.#waiting.slice(some.length);
      unsaved.push(...failed);
      // The database is down for all of these accounts, so the rest waits for the next call.
      if (failed.length === some.length) break;
    }
    // Unsaved records go to the end, so that the next call tries those of other accounts first.
    this.#waiting.push(...unsaved);
    this.#savesByAccount = unsaved.length > 0;
    if (unsaved.length > 0) return;
    if (this.#dropped > 0) {
      this.#parts.reportTrouble(`${this.#dropped} request records dropped`, null);
      this.#dropped = 0;
    }
  }

  /**
   * Returns the records that could not be saved. After a failure, each account's records are saved by
   * themselves until all are: the database may be out of reach for some accounts only.
   */
  async #save(records: readonly RequestRecordRow[]): Promise<readonly RequestRecordRow[]> {
    const groups = this.#savesByAccount
      ? [...Map.groupBy(records, ({ accountId }) => accountId).values()]
      : [records];
    const failed: RequestRecordRow[] = [];
    // One after the other: callers' changes need the other connections.
    for (const group of groups) {
      try {
        await this.#parts.save(group);
      } catch (error) {
        if (failed.length === 0) {
          this.#parts.reportTrouble("request records not saved", error as Error);
        }
        failed.push(...group);
      }
    }
    return failed;
  }
}

interface CapParts {
  /** Records of refused requests that an account may have in a day (UTC); 0: any number. */
  readonly perDay: number;
  /** Counts such records of an account since a moment, up to `limit`. */
  countRefused(accountId: AccountId, since: number, limit: number): Promise<number>;
  /** Called once for an account and a day whose later refused requests are not recorded. */
  noteReached(accountId: AccountId, at: number): Promise<void>;
}

/** The count of one account and one day. */
interface Day {
  readonly begins: number;
  count: number;
  /** Whether the count includes the records that the database had before. */
  countsEarlier: boolean;
  reachedAt: number | null;
  noted: boolean;
}

const dayMs = 86_400_000;
/** After so many accounts that failed, the database itself is probably away. */
const faultsMax = 3;

/**
 * Limits the records of refused requests by account and day, because a caller who repeats a refused
 * request costs the disk some 500 bytes each time. Requests that were done are always recorded.
 *
 * Each server process counts by itself and begins with what the database has.
 */
export class RefusedRecordCap {
  readonly #parts: CapParts;
  readonly #days = new Map<AccountId, Day>();

  constructor(parts: CapParts) {
    this.#parts = parts;
  }

  admits({ accountId, at, refusal }: RequestRecord): boolean {
    const { perDay } = this.#parts;
    if (refusal === null || perDay === 0) return true;
    const day = this.#dayOf(accountId, at);
    if (day.count < perDay) {
      day.count += 1;
      return true;
    }
    day.reachedAt ??= at;
    return false;
  }

  /**
   * Updates the counts; called periodically, before records are saved. Throws the last fault when all accounts had their
   * turn, or after `faultsMax` of them.
   */
  async update(): Promise<void> {
    const failed: AccountId[] = [];
    let fault: unknown;
    for (const [accountId, day] of this.#days) {
      try {
        await this.#updateDay(accountId, day);
      } catch (error) {
        failed.push(accountId);
        fault = error;
      }
      if (failed.length === faultsMax) break;
    }
    if (failed.length === 0) return;
    for (const accountId of failed) this.#toTheEnd(accountId);
    throw fault;
  }

  /** The next update begins with other accounts. */
  #toTheEnd(accountId: AccountId): void {
    const day = this.#days.get(accountId);
    this.#days.delete(accountId);
    if (day !== undefined) this.#days.set(accountId, day);
  }

  async #updateDay(accountId: AccountId, day: Day): Promise<void> {
    if (!day.countsEarlier) {
      const earlier = await this.#parts.countRefused(accountId, day.begins, this.#parts.perDay);
      // Added afterwards, because requests are refused while the database counts.
      day.count += earlier;
      day.countsEarlier = true;
    }
    if (day.reachedAt !== null && !day.noted) {
      await this.#parts.noteReached(accountId, day.reachedAt);
      day.noted = true;
    }
  }

  #dayOf(accountId: AccountId, at: number): Day {
    const begins = Math.floor(at / dayMs) * dayMs;
    const known = this.#days.get(accountId);
    if (known?.begins === begins) return known;
    const day = { begins, count: 0, countsEarlier: false, reachedAt: null, noted: false };
    this.#days.set(accountId, day);
    return day;
  }
}
