import type { AccountId } from "../domain/account.ts";
import type { RequestRecord } from "../store/doors/access.ts";

interface CapParts {
  /** Records of refused requests that an account may have in a day (UTC); 0: any number. */
  readonly perDay: number;
  /** Counts such records of an account from a moment on and before another, up to `limit`. */
  countRefused(
    accountId: AccountId,
    period: { readonly from: number; readonly before: number },
    limit: number,
  ): Promise<number>;
  /** Called once by a process for an account and a day whose later refused requests are not recorded. */
  noteReached(accountId: AccountId, at: number): Promise<void>;
}

/** The count of one account and one day. */
interface Day {
  readonly begins: number;
  /** The earliest request that `count` includes. */
  firstAt: number;
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
 * request costs the disk some 500 bytes each time. Requests that were done have no such limit.
 *
 * Each server process counts by itself and begins with what the database has of the time before its own first record.
 * So no record is counted twice, whether it was saved before the database is asked or not.
 */
export class RefusedRecordCap {
  readonly #parts: CapParts;
  readonly #days = new Map<AccountId, Day>();

  constructor(parts: CapParts) {
    this.#parts = parts;
  }

  /** Whether a record is written; counts it where its request was refused. */
  admits({ accountId, at, refusal }: RequestRecord): boolean {
    const { perDay } = this.#parts;
    if (refusal === null || perDay === 0) return true;
    const day = this.#dayOf(accountId, at);
    day.firstAt = Math.min(day.firstAt, at);
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
    const faults: unknown[] = [];
    const all = [...this.#days];
    for (const [accountId, day] of all) {
      await this.#updateDay(accountId, day).catch((error: unknown) => {
        faults.push(error);
        // At the end, so that the next update begins with others.
        const latest = this.#days.get(accountId) ?? day;
        this.#days.delete(accountId);
        this.#days.set(accountId, latest);
      });
      if (faults.length === faultsMax) break;
    }
    if (faults.length > 0) throw faults.at(-1);
  }

  async #updateDay(accountId: AccountId, day: Day): Promise<void> {
    if (!day.countsEarlier) {
      const period = { from: day.begins, before: day.firstAt };
      const earlier = await this.#parts.countRefused(accountId, period, this.#parts.perDay);
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
    const day = {
      begins,
      firstAt: at,
      count: 0,
      countsEarlier: false,
      reachedAt: null,
      noted: false,
    };
    this.#days.set(accountId, day);
    return day;
  }
}
