import module from "node:module";
import { totalmem } from "node:os";
import { getRawAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { describeFault } from "./logging.ts";
import { heapLimit } from "./heap.ts";
import type { OperatorListener, OperatorListenerParts } from "./operator-listener.ts";
import type { ThreadData } from "./operator-worker.ts";
import { channelOf, RemoteCalls } from "./remote-calls.ts";
import { pauseBeforeRestart } from "./restart-pause.ts";

/**
 * Runs the operator's listener in a thread of its own, with connections of its own to the database, so
 * that nothing an operator asks holds up callers. The thread has a lower priority where processors are
 * short. A thread that dies, out of memory for instance, is replaced.
 */
export function openOperatorThread(parts: OperatorListenerParts): OperatorListener {
  const { settings, logger } = parts;
  let port = settings.operatorPort;
  let api: string | null = null;
  let closing = false;
  let deaths = 0;
  let thread = start();

  function start() {
    const startedAt = performance.now();
    return startThread({ ...settings, operatorPort: port }, parts, (error) => {
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
    thread = start();
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
    close: async (graceSeconds) => {
      closing = true;
      // A thread that has just died has nothing left to close.
      await thread.calls.call("close", graceSeconds).catch(() => {});
      await thread.worker.terminate();
    },
  };
}

/** `onDeath` is called when the thread ends by itself. */
function startThread(
  settings: OperatorListenerParts["settings"],
  { callers }: OperatorListenerParts,
  onDeath: (error: Error) => void,
) {
  const data: ThreadData = { settings, compileCache: module.getCompileCacheDir() };
  const worker = newWorker({
    name: "operator",
    workerData: data,
    resourceLimits: heapLimit(process.constrainedMemory(), totalmem()),
  });
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

/** In a bundle, the program itself is run again, and `main.ts` recognises the thread. */
function newWorker(options: WorkerOptions): Worker {
  if (import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./operator-worker.ts", import.meta.url), options);
  }
  if (!isSea()) return new Worker(process.argv[1] ?? fileURLToPath(import.meta.url), options);
  // The executable is no file that a thread could run.
  const source = Buffer.from(getRawAsset("program.cjs")).toString();
  return new Worker(source, { ...options, eval: true });
}
