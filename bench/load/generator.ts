import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadOrder, LoadResult } from "./load-order.ts";

export interface Generator extends Disposable {
  readonly pid: number;
  run(order: LoadOrder): Promise<LoadResult>;
}

/** Starts the load's process. It runs one order at a time. */
export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL("generator-process.ts", import.meta.url)), {
    serialization: "advanced",
    // A larger young generation, so that garbage collection does not delay a timestamp.
    execArgv: ["--max-semi-space-size=64"],
  });
  const gone = once(child, "exit");
  return {
    pid: child.pid ?? 0,
    run: async (order) => {
      const answered = once(child, "message");
      child.send(order);
      const [message] = await Promise.race([
        answered,
        gone.then(() => [{ error: "The load generator ended." }]),
      ]);
      const { result, error } = message as { result?: LoadResult; error?: string };
      if (result === undefined) throw new Error(error ?? "The load generator said nothing.");
      return result;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}
