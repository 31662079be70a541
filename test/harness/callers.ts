import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

export interface CallersOrder {
  readonly api: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** How many call at once, each with the next request as soon as the last was answered. */
  readonly count: number;
  /** Whether each keeps its connection, or opens a new one for every request. */
  readonly keepAlive: boolean;
}

export interface CallersResult {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests that got no whole answer. */
  readonly failures: readonly CallFailure[];
}

export interface CallFailure {
  /** `ECONNREFUSED` where nobody listened. */
  readonly code: string;
  readonly requestId: string;
  /** Whether it was sent over a connection that had answered before. */
  readonly reused: boolean;
}

/** Calls again and again until told to stop. */
export function startCallers(order: CallersOrder): { stop(): Promise<CallersResult> } {
  const statuses: Record<number, number> = {};
  const failures: CallFailure[] = [];
  const stopper = new AbortController();
  const loop = async () => {
    const agent = order.keepAlive ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    while (!stopper.signal.aborted) {
      const outcome = await callOnce(order, agent);
      if (typeof outcome === "number") statuses[outcome] = (statuses[outcome] ?? 0) + 1;
      else {
        failures.push(outcome);
        // Nobody listens any more: there is no use in going on at this speed.
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
): Promise<number | CallFailure> {
  const requestId = randomUUID();
  return new Promise((resolve) => {
    const outgoing = request(new URL(path, api), {
      agent,
      headers: { ...headers, "x-request-id": requestId },
    });
    const fail = ({ code = "" }: NodeJS.ErrnoException) =>
      resolve({ code, requestId, reused: outgoing.reusedSocket });
    outgoing.on("error", fail);
    outgoing.on("response", (response) => {
      response.on("error", fail);
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    outgoing.end();
  });
}
