import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { cancelPath, productionHost } from "../../test/harness/seed.ts";

/** One cancel as its caller saw it. Times are from `performance.now()`. */
export interface Attempt {
  readonly askedAt: number;
  readonly answeredAt: number;
  /** 0 where no answer came. */
  readonly status: number;
}

/** Callers that cancel one booking after the other while there are any. */
export interface CancellingCallers {
  readonly attempts: readonly Attempt[];
  /** The bookings whose cancel was acknowledged to a caller. */
  readonly acknowledged: ReadonlySet<string>;
  /** Answers that break the interface. */
  readonly strange: readonly string[];
  /** Ends the callers, after those with a key have got their final answers. */
  stop(): Promise<void>;
}

const restMs = 15;
const finalAnswerWithinMs = 60_000;

/**
 * Starts the callers. Half of them send an `Idempotency-Key` and repeat until they get a final answer, which
 * must be 200. The others give up a booking at the first 503.
 */
export function startCancelling(order: {
  readonly api: string;
  readonly token: string;
  readonly bookings: readonly string[];
  readonly callers: number;
  /** The wait of a caller between a 503 and its repetition. */
  readonly askAgainMs?: number;
}): CancellingCallers {
  const { api, token, askAgainMs = 50 } = order;
  const waiting = [...order.bookings];
  const attempts: Attempt[] = [];
  const acknowledged = new Set<string>();
  const strange: string[] = [];
  const state = { over: false };

  async function cancel(id: string, hasKey: boolean, attempt: number): Promise<number> {
    const headers: Record<string, string> = hasKey ? { "idempotency-key": id } : {};
    const request = { method: "POST", path: cancelPath, host: productionHost, token, headers };
    const askedAt = performance.now();
    const answer = await call(api, { ...request, body: { booking: id } }).catch(() => null);
    const status = answer?.status ?? 0;
    attempts.push({ askedAt, answeredAt: performance.now(), status });
    if (status === 200) acknowledged.add(id);
    else if (!isUndecided(status))
      strange.push(`attempt ${attempt} of a cancel was answered ${status}`);
    return status;
  }

  async function cancelUntilFinal(id: string): Promise<void> {
    const deadline = performance.now() + finalAnswerWithinMs;
    let attempt = 1;
    do {
      if (performance.now() > deadline) return void strange.push("a key got no final answer");
      await sleep(askAgainMs);
      attempt += 1;
    } while (isUndecided(await cancel(id, true, attempt)));
  }

  async function work(hasKey: boolean): Promise<void> {
    for (let id = waiting.pop(); id !== undefined && !state.over; id = waiting.pop()) {
      const status = await cancel(id, hasKey, 1);
      if (isUndecided(status) && hasKey) await cancelUntilFinal(id);
      await sleep(isUndecided(status) ? askAgainMs : restMs);
    }
  }

  const all = Array.from({ length: order.callers }, (_, index) => work(index % 2 === 0));
  return {
    attempts,
    acknowledged,
    strange,
    stop: async () => {
      state.over = true;
      await Promise.all(all);
    },
  };
}

/** A missing answer counts like a 503: the cancel may or may not have been made. */
function isUndecided(status: number): boolean {
  return status === 503 || status === 0;
}
