import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

export interface CallersOrder {
  readonly api: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The number of concurrent callers. Each sends its next request after the last answer. */
  readonly count: number;
  /** Whether each keeps its connection, or opens a new one for every request. */
  readonly keepAlive: boolean;
}

export interface CallersResult {
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests without a whole answer. */
  readonly failures: readonly CallFailure[];
}

export interface CallFailure {
  /** `ECONNREFUSED` where nobody listened. */
  readonly code: string;
  readonly requestId: string;
  /** Whether its connection had carried an answer before. */
  readonly reused: boolean;
  /** The time since the caller's request before: long only where the machine has stopped a process. */
  readonly sinceLastMs: number;
}

/** Calls repeatedly until `stop`. */
export function startCallers(order: CallersOrder): { stop(): Promise<CallersResult> } {
  const statuses: Record<number, number> = {};
  const failures: CallFailure[] = [];
  const stopper = new AbortController();
  const loop = async () => {
    const agent = order.keepAlive ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    let lastAt = performance.now();
    while (!stopper.signal.aborted) {
      const sinceLastMs = performance.now() - lastAt;
      lastAt += sinceLastMs;
      const outcome = await callOnce(order, agent, sinceLastMs);
      if (typeof outcome === "number") statuses[outcome] = (statuses[outcome] ?? 0) + 1;
      else {
        failures.push(outcome);
        // Nothing listens, so the caller pauses.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    if (agent !== false) agent.destroy();
  };
  const loops = Array.from({ length: order.count }, loop);
  return {
    stop: async () => {
      stopper.abort();
      await Promise.all(loops);
      return { statuses, failures };
    },
  };
}

function callOnce(
  { api, path, headers }: CallersOrder,
  agent: Agent | false,
  sinceLastMs: number,
): Promise<number | CallFailure> {
  const requestId = randomUUID();
  return new Promise((resolve) => {
    const outgoing = request(new URL(path, api), {
      agent,
      headers: { ...headers, "x-request-id": requestId },
    });
    const fail = ({ code = "" }: NodeJS.ErrnoException) =>
      resolve({ code, requestId, reused: outgoing.reusedSocket, sinceLastMs });
    outgoing.on("error", fail);
    outgoing.on("response", (response) => {
      response.on("error", fail);
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    outgoing.end();
  });
}
