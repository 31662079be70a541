import { fork, type ChildProcess } from "node:child_process";
import type { StormBatch, StormCounts, StormMessage } from "./storm-worker.ts";

/** A process that does random operations on few slots, several at a time. */
export interface StormProcess extends AsyncDisposable {
  /** Runs one batch, and returns how often each kind of operation was done and refused; nothing where it is killed. */
  run(batch: StormBatch): Promise<StormCounts>;
  /** Kills it, whatever it is doing. */
  kill(): Promise<void>;
  /** Names bookings of other processes, so that it works on the same ones. */
  tell(bookings: readonly string[]): void;
}

/** Starts one on a database and its first `slots` slots; `onMade` receives the bookings that it makes. */
export async function startStormProcess(
  databaseUrl: string,
  slots: number,
  onMade: (bookings: readonly string[]) => void,
): Promise<StormProcess> {
  const child: ChildProcess = fork(
    new URL("storm-worker.ts", import.meta.url),
    [databaseUrl, String(slots)],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let waiting: PromiseWithResolvers<StormCounts> | null = null;
  child.on("message", (message: StormMessage) => {
    if ("made" in message) onMade(message.made);
    if ("done" in message) waiting?.resolve(message.done);
    if ("failed" in message) waiting?.reject(new Error(message.failed));
  });
  let isKilled = false;
  child.once("exit", (status) => {
    if (isKilled) waiting?.resolve({});
    else waiting?.reject(new Error(`The storm ended with ${status}.`));
  });
  return {
    run: (batch) => {
      waiting = Promise.withResolvers<StormCounts>();
      child.send(batch);
      return waiting.promise;
    },
    // One that was killed meanwhile needs none.
    tell: (made) => {
      child.send({ made }, () => {});
    },
    kill: async () => {
      isKilled = true;
      child.kill("SIGKILL");
      await gone;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await gone;
    },
  };
}
