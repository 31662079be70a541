import module from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "./lower-priority.ts";
import type { CallerSide, OperatorListener } from "./operator-listener.ts";
import type { Settings } from "./settings.ts";

/** The data with which the operator's thread starts. */
export interface ThreadData {
  readonly settings: Settings;
  readonly compileCache: string | undefined;
}

/** Connections of the thread to a database outside the process. */
const poolSize = 4;

/** As for server processes: `server-child.ts`; it needs a little longer to know about them. */
const answerLimitMs = 2_000;

const { settings, compileCache } = workerData as ThreadData;
// A thread does not inherit the cache, and has to have it before it loads the program.
if (compileCache !== undefined) module.enableCompileCache(compileCache);
lowerThreadPriority();
void serveOperators();

async function serveOperators(): Promise<void> {
  if (parentPort === null) throw new Error("This file runs as a thread.");
  const { createLogger, output } = await import("./logging.ts");
  const { createMetrics } = await import("../operator/metrics.ts");
  const { openOperatorListener } = await import("./operator-listener.ts");
  const { channelOf, RemoteCalls } = await import("./remote-calls.ts");
  const { openStore } = await import("../store/store.ts");
  const metrics = createMetrics(() => output.dropped, "thread");
  const store = openStore(settings.databaseUrl, {
    ...settings,
    observe: metrics.observeStatement,
    observeChanges: metrics.observeChanges,
    timeouts: "request",
    poolSize,
  });
  metrics.watchStore(store);
  const listener: OperatorListener = openOperatorListener({
    settings,
    store,
    logger: createLogger(settings),
    metrics,
    callers: {
      isAlive: () => main.call("isAlive"),
      whyNotServing: () =>
        Promise.race([
          main.call("whyNotServing"),
          sleep(answerLimitMs, "The process that serves callers does not answer."),
        ]),
      renderMetrics: async () => main.call("renderMetrics", [await metrics.snapshot()]),
      snapshotMetrics: async () => main.call("snapshotMetrics", [await metrics.snapshot()]),
    },
  });
  const main = new RemoteCalls<CallerSide>(channelOf(parentPort), {
    ...listener,
    close: async (graceSeconds: number) => {
      await listener.close(graceSeconds);
      await store.close();
    },
  });
}
