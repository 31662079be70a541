import { randomUUID } from "node:crypto";
import { orderedUuid } from "../domain/ordered-uuid.ts";
import type { RequestRecord, RequestRecordRow } from "../store/accounts/request-records.ts";

interface RecorderParts {
  /** May be asked for the same records again when it has failed, whatever has become of them. */
  save(records: readonly RequestRecordRow[]): Promise<void>;
  /** Told when records could not be saved or had to be dropped. */
  reportTrouble(problem: string, error: Error | null): void;
}

/** How many records wait at the most; while the database is gone, later ones are dropped. */
const maxWaiting = 10_000;
/** How many are written in one transaction, so that cancels beside it never wait long. */
const maxTogether = 500;

/**
 * Keeps what can be traced by request id (decision A62) off the request's own path: records wait
 * here and are written together, a moment after the answer. What a cancel changed does not depend on
 * it: that is written in the cancel's own transaction.
 */
export class RequestRecorder {
  readonly #parts: RecorderParts;
  #waiting: RequestRecordRow[] = [];
  #dropped = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  record(record: RequestRecord): void {
    if (this.#waiting.length < maxWaiting) {
      this.#waiting.push({ ...record, id: orderedUuid(randomUUID(), record.at) });
    } else this.#dropped += 1;
  }

  /** Writes down what waits. Never throws: what could not be written waits for the next time. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, maxTogether);
      try {
        await this.#parts.save(some);
      } catch (error) {
        this.#parts.reportTrouble("request records not saved", error as Error);
        return;
      }
      this.#waiting = this.#waiting.slice(some.length);
    }
    if (this.#dropped > 0) {
      this.#parts.reportTrouble(`${this.#dropped} request records dropped`, null);
      this.#dropped = 0;
    }
  }
}
