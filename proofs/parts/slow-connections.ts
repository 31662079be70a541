import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface SlowOrder {
  readonly port: number;
  readonly count: number;
}

export interface SlowlyEnded {
  /** For how long each connection that ended was open, in milliseconds. */
  readonly lives: readonly number[];
  /** How many were open until nobody waited for them any more. */
  readonly left: number;
}

/** A connection that is open after this time would never be closed. */
export const patienceMs = 30_000;

/** Opens connections that send nothing, half a request, or a byte a second, and waits for their ends. */
export async function openSlowly(order: SlowOrder): Promise<SlowlyEnded> {
  const program = new URL("slow-connections-thread.ts", import.meta.url);
  const thread = new Worker(program, { workerData: order });
  const [ended] = (await once(thread, "message")) as [SlowlyEnded];
  await thread.terminate();
  return ended;
}
