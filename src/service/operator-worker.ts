import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "./lower-priority.ts";
import type { TrafficPortion } from "../operator/traffic/traffic.ts";
import type { Store } from "../store/store.ts";
import type { CallerSide, OperatorListener } from "./operator-listener.ts";
import type { Settings } from "./settings.ts";

/** The data with which the operator's thread starts. */
export interface ThreadData {
  readonly settings: Settings;
}

/** Connections of the thread to a database outside the process. */
const poolSize = 4;

/** As for server processes: `server-child.ts`; it needs a little longer to know about them. */
const answerLimitMs = 2_000;

const { settings } = workerData as ThreadData;
lowerThreadPriority();
void serveOperators();

async function serveOperators(): Promise<void> {
  if (parentPort === null) throw new Error("This file runs as a thread.");
  const { createLogger, output } = await import("./logging.ts");
  const { createMetrics } = await import("../operator/metrics.ts");
  const { openOperatorListener } = await import("./operator-listener.ts");
  const { channelOf, RemoteCalls } = await import("./remote-calls.ts");
  const { openStore } = await import("../store/store.ts");
  let opened: { readonly listener: OperatorListener; readonly store: Store } | null = null;
  // The program is loaded while the main thread applies migrations; the database is opened when that is done.
  const listener = () => (opened ??= open()).listener;
  const main = new RemoteCalls<CallerSide>(channelOf(parentPort), {
    listen: () => listener().listen(),
    announce: (api: string) => listener().announce(api),
    addTraffic: (portion: TrafficPortion) => listener().addTraffic(portion),
    setClosing: () => listener().setClosing(),
    signInLink: (known: boolean) => listener().signInLink(known),
    loadConsole: () => listener().loadConsole(),
    close: async (graceSeconds: number) => {
      await opened?.listener.close(graceSeconds);
      await opened?.store.close();
    },
  } satisfies OperatorListener);

  function open() {
    const metrics = createMetrics(() => output.dropped, "thread");
    const store = openStore(settings.databaseUrl, {
      ...settings,
      observe: metrics.observeStatement,
      observeChanges: metrics.observeChanges,
      timeouts: "request",
      poolSize,
    });
    metrics.watchStore(store);
    const callers: CallerSide = {
      isAlive: () => main.call("isAlive"),
      whyNotServing: () =>
        Promise.race([
          main.call("whyNotServing"),
          sleep(answerLimitMs, "The process that serves callers does not answer."),
        ]),
      renderMetrics: async () => main.call("renderMetrics", [await metrics.snapshot()]),
      snapshotMetrics: async () => main.call("snapshotMetrics", [await metrics.snapshot()]),
    };
    const logger = createLogger(settings);
    return { listener: openOperatorListener({ settings, store, logger, metrics, callers }), store };
  }
}
