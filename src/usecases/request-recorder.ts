import { randomUUID } from "node:crypto";
import { orderedUuid } from "../domain/identifier.ts";
import type { RequestRecord, RequestRecordRow } from "../store/doors/access.ts";
import type { RefusedRecordCap } from "./refused-record-cap.ts";

interface RecorderParts {
  readonly cap: RefusedRecordCap;
  /** Saves records; called again with the same ones after a failure, so it must be idempotent. */
  save(records: readonly RequestRecordRow[]): Promise<void>;
  /** Called when records could not be counted or saved, or had to be dropped. */
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
