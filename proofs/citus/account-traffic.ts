import { setTimeout as sleep } from "node:timers/promises";
import { call, type Call } from "../../test/harness/call.ts";
import { cancelPath, fetchPath } from "../../test/harness/seed.ts";

/** What the callers of one account were answered. */
export interface Answers {
  lists: number;
  cancels: number;
  /** 503 or no answer. */
  refusedLists: number;
  refusedCancels: number;
  slowestListMs: number;
}

export interface TrafficOrder {
  readonly api: string;
  readonly host: string;
  readonly token: string;
  readonly bookings: readonly string[];
  readonly contacts: readonly string[];
}

const restMs = 10;
/** Callers cancel less often than they list. */
const cancelRestMs = 200;

/**
 * The callers of one account: one lists, one cancels. A cancel has a key and is repeated until its final answer,
 * which must be 200.
 */
export class AccountTraffic {
  readonly acknowledged = new Set<string>();
  /** Answers that break the interface. */
  readonly strange: string[] = [];
  readonly #order: TrafficOrder;
  readonly #work: Promise<unknown>;
  /** No booking is left to cancel. */
  hasCancelledAll = false;
  #answers = newAnswers();
  #isOver = false;

  constructor(order: TrafficOrder) {
    this.#order = order;
    this.#work = Promise.all([this.#list(), this.#cancel()]);
  }

  /** The answers since the last call. */
  takeAnswers(): Answers {
    const answers = this.#answers;
    this.#answers = newAnswers();
    return answers;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #list(): Promise<void> {
    const { contacts } = this.#order;
    for (let number = 0; !this.#isOver; number += 1) {
      const contact = contacts[number % contacts.length] ?? "";
      const startedAt = performance.now();
      const status = await this.#ask({ path: `${fetchPath}?external_id=${contact}` });
      const ms = Math.round(performance.now() - startedAt);
      this.#answers.slowestListMs = Math.max(this.#answers.slowestListMs, ms);
      if (status === 200) this.#answers.lists += 1;
      else if (isPassing(status)) this.#answers.refusedLists += 1;
      else this.strange.push(`a list was answered ${status}`);
      await sleep(restMs);
    }
  }

  async #cancel(): Promise<void> {
    const waiting = [...this.#order.bookings];
    let id = waiting.pop();
    while (id !== undefined && !this.#isOver) {
      const headers = { "idempotency-key": id };
      const body = { booking: id };
      const status = await this.#ask({ method: "POST", path: cancelPath, headers, body });
      if (status === 200) {
        this.acknowledged.add(id);
        this.#answers.cancels += 1;
      } else if (isPassing(status)) this.#answers.refusedCancels += 1;
      else this.strange.push(`a cancel was answered ${status}`);
      if (!isPassing(status)) id = waiting.pop();
      await sleep(cancelRestMs);
    }
    this.hasCancelledAll = id === undefined;
  }

  async #ask(request: Call): Promise<number> {
    const { api, host, token } = this.#order;
    const answer = await call(api, { host, token, ...request }).catch(() => null);
    return answer?.status ?? 0;
  }
}

function isPassing(status: number): boolean {
  return status === 503 || status === 0;
}

function newAnswers(): Answers {
  return { lists: 0, cancels: 0, refusedLists: 0, refusedCancels: 0, slowestListMs: 0 };
}
