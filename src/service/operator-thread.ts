import type { Worker } from "node:worker_threads";
import { describeFault } from "./logging.ts";
import type { OperatorListener, OperatorListenerParts } from "./operator-listener.ts";
import { channelOf, RemoteCalls } from "./remote-calls.ts";
import { pauseBeforeRestart } from "./restart-pause.ts";
import { startOperatorWorker } from "./start-operator-worker.ts";

/**
 * Runs the operator's listener in a thread of its own, with connections of its own to the database, so
 * that answers to operators take no turn of callers' event loop; `/metrics` alone does. The thread has a
 * lower priority where processors are short. A thread that dies, out of memory for instance, is replaced. `first` was started with the same settings.
 */
export function openOperatorThread(parts: OperatorListenerParts, first: Worker): OperatorListener {
  const { settings, logger } = parts;
  let port = settings.operatorPort;
  let api: string | null = null;
  let closing = false;
  let deaths = 0;
  let thread = use(first);

  function use(worker: Worker) {
    const startedAt = performance.now();
    return useThread(worker, parts, (error) => {
      if (closing) return;
      const next = pauseBeforeRestart(deaths, performance.now() - startedAt);
      deaths = next.deaths;
      logger.error(
        { fault: describeFault(error), pause_ms: next.pauseMs },
        "the operator's listener died and will be replaced",
      );
      setTimeout(() => void replace(), next.pauseMs).unref();
    });
  }

  async function replace(): Promise<void> {
    if (closing) return;
    thread = use(startOperatorWorker({ ...settings, operatorPort: port }));
    try {
      await thread.calls.call("listen");
      if (api !== null) await thread.calls.call("announce", api);
    } catch (error) {
      logger.error({ fault: describeFault(error as Error) }, "the operator's listener is missing");
    }
  }

  return {
    listen: async () => {
      const url = await thread.calls.call("listen");
      port = Number(new URL(url).port);
      return url;
    },
    announce: async (url) => {
      api = url;
      await thread.calls.call("announce", url);
    },
    addTraffic: (portion) => thread.calls.call("addTraffic", portion),
    setClosing: () => thread.calls.call("setClosing"),
    signInLink: (known) => thread.calls.call("signInLink", known),
    loadConsole: () => thread.calls.call("loadConsole"),
    close: async (graceSeconds) => {
      closing = true;
      // A thread that has just died has nothing left to close.
      await thread.calls.call("close", graceSeconds).catch(() => {});
      await thread.worker.terminate();
    },
  };
}

/** `onDeath` is called when the thread ends by itself. */
function useThread(
  worker: Worker,
  { callers }: OperatorListenerParts,
  onDeath: (error: Error) => void,
) {
  const calls = new RemoteCalls<OperatorListener>(channelOf(worker), {
    isAlive: () => callers.isAlive(),
    whyNotServing: () => callers.whyNotServing(),
    renderMetrics: (listener: never) => callers.renderMetrics(listener),
    snapshotMetrics: (listener: never) => callers.snapshotMetrics(listener),
  });
  let fault: Error | null = null;
  worker.once("error", (error: Error) => {
    fault = error;
  });
  worker.once("exit", (status) => {
    const error = fault ?? new Error(`The thread of the operator's listener ended (${status}).`);
    calls.end(error);
    onDeath(error);
  });
  return { worker, calls };
}
