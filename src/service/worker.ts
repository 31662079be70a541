import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { CountsExchange } from "../http/rate-limits/counts-exchange.ts";
import { createLogger, describeFault } from "./logging.ts";
import { createMetrics } from "../operator/metrics.ts";
import { trafficMs, TrafficRecorder } from "../operator/traffic/traffic-recorder.ts";
import type { StartFailure, ToServer, ToSupervisor } from "./processes/messages.ts";
import { repeat } from "./repeat.ts";
import { createServing } from "./serving.ts";
import type { Settings } from "./settings.ts";
import { openStore } from "../store/store.ts";

/*
 * One of the server processes of a command with PROCESSES of 2 or more. It does what the supervisor
 * says and nothing else: the signals that a terminal or a service manager sends to a whole group are
 * the supervisor's business. When the channel to it closes, the supervisor is gone, however it went:
 * then this process answers what has begun and ends as well.
 */
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"]) process.on(signal, () => {});

/** What to do when the supervisor is gone; until this process serves, it just ends. */
let onOrphaned = (): void => process.exit(0);

cluster.worker?.once("disconnect", () => {
  // Else Node would end this process on the spot.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
  onOrphaned();
});
// What was being sent when the channel closed; that it closed is told above.
cluster.worker?.on("error", () => {});

/** Connections that were handed over while this process stopped listening go back until then. */
const handBackMs = 100;

process.once("message", (message: ToServer) => {
  if (message.kind === "start") void serve(message.settings, message.number);
});

async function serve(settings: Settings, number: number): Promise<void> {
  process.title = `booking server ${number}`;
  const logger = createLogger(settings.logLevel, number);
  const metrics = createMetrics();
  try {
    const store = openStore(settings.databaseUrl, {
      ...settings,
      observe: metrics.observeStatement,
      patience: "request",
    });
    const recorder = new TrafficRecorder();
    const serving = await createServing({ settings, store, logger, metrics, traffic: recorder });
    const tellTraffic = async () => {
      const portion = recorder.take();
      if (portion.length > 0) await tell({ kind: "traffic", portion });
    };
    const telling = repeat(trafficMs, tellTraffic, logger);
    const exchange = new CountsExchange(serving.limits, (counts, urgent) => {
      void tell({ kind: "counts", counts, urgent });
    });

    let ending = false;
    const end = async () => {
      if (ending) return;
      ending = true;
      await serving.close();
      await sleep(handBackMs);
      exchange.close();
      await store.close();
      await telling.close();
      await tellTraffic();
      await tell({ kind: "metrics", metrics: await metrics.snapshot() });
      process.exit(0);
    };
    const endAnyhow = () =>
      void end().catch((error: Error) => {
        logger.error({ fault: describeFault(error) }, "the end was not orderly");
        process.exit(1);
      });

    process.on("message", (message: ToServer) => {
      if (message.kind === "drain") endAnyhow();
      else if (message.kind === "counts") exchange.learn(message.counts, Date.now());
      else if (message.kind === "ask") {
        const answer = message.about === "metrics" ? metrics.snapshot() : serving.whyNotReady();
        void answer.then((known) => tell({ kind: "answer", id: message.id, answer: known ?? "" }));
      }
    });
    onOrphaned = () => {
      if (!ending) logger.warn("the supervising process is gone");
      endAnyhow();
    };
    await tell({ kind: "ready", api: await serving.listen() });
  } catch (error) {
    const { message, code, port, address } = error as Error & StartFailure;
    logger.error({ fault: describeFault(error as Error) }, "the server process could not start");
    await tell({ kind: "failed", failure: { message, code, port, address } });
    process.exit(1);
  }
}

/** Resolves when the message has left, or nobody is there to hear it. */
function tell(message: ToSupervisor): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
