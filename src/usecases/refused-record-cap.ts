import type { AccountId } from "../domain/account.ts";
import type { RequestRecord } from "../store/accounts/request-records.ts";

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

  /** Updates the counts; called periodically, before records are saved. */
  async update(): Promise<void> {
    for (const [accountId, day] of this.#days) {
      if (!day.countsEarlier) {
        const { perDay } = this.#parts;
        const earlier = await this.#parts.countRefused(accountId, day.begins, perDay);
        // Added afterwards, because requests are refused while the database counts.
        day.count += earlier;
        day.countsEarlier = true;
      }
      if (day.reachedAt !== null && !day.noted) {
        await this.#parts.noteReached(accountId, day.reachedAt);
        day.noted = true;
      }
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
