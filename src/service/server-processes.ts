import type { Logger } from "pino";
import type { GatheredMetrics, Metrics, MetricsSnapshot } from "../operator/metrics.ts";
import type { Store } from "../store/store.ts";
import type { OperatorListener } from "./operator-listener.ts";
import type { Settings } from "./settings.ts";
import type { PublicServerParts } from "../http/public-server.ts";
import { addUpMetrics } from "../operator/collected-metrics.ts";
import { TrafficRecorder, trafficMs } from "../operator/traffic/traffic.ts";
import { countWithOtherNodes } from "./shared-limits.ts";
import { bindPublicPort } from "./listening.ts";
import { repeat } from "./repeat.ts";
import { createServing } from "./serving.ts";

/** The processes that serve callers: this one itself (`server-processes.ts`), or several (`supervisor.ts`). */
export interface ServerProcesses {
  /** Resolves with the URL of the public listener. */
  start(): Promise<string>;
  /** The metrics of all processes, with those of other threads added. */
  gatherMetrics(others: readonly MetricsSnapshot[]): Promise<GatheredMetrics>;
  /** The reason why callers are not served; null when they are. */
  whyNotServing(): Promise<string | null>;
  /** Replaces the processes one by one. Never throws. */
  restart(): Promise<void>;
  /** Drains the processes and waits until they are gone. */
  close(): Promise<void>;
  /** Kills the server processes, and leaves this one running. */
  abandon(): void;
}

export interface ServerProcessesParts {
  readonly settings: Settings;
  /** The schema is current. */
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The history behind the console's plots; the processes add to it. */
  readonly traffic: Pick<OperatorListener, "addTraffic">;
}

/** Serves callers in this process. */
export async function serveAlone(
  { traffic, ...parts }: ServerProcessesParts,
  vary?: (publicServerParts: PublicServerParts) => PublicServerParts,
): Promise<ServerProcesses> {
  const { metrics, logger } = parts;
  const recorder = new TrafficRecorder();
  const serving = await createServing({ ...parts, traffic: recorder }, vary);
  const counting = countWithOtherNodes(parts, serving.limits);
  const keepTraffic = async () => {
    const portion = recorder.take();
    if (portion.length > 0) await traffic.addTraffic(portion);
  };
  const keeping = repeat(trafficMs, keepTraffic, logger);
  let isListening = false;
  return {
    start: async () => {
      const api = await serving.listen(await bindPublicPort(parts.settings, 1));
      isListening = true;
      return api;
    },
    gatherMetrics: async (others) =>
      others.length === 0 ? metrics : addUpMetrics([await metrics.snapshot(), ...others]),
    whyNotServing: async () =>
      isListening ? serving.whyNotReady() : "The public listener is not open yet.",
    restart: async () => logger.warn("a rolling restart needs PROCESSES to be 2 or more"),
    close: async () => {
      await serving.close();
      await counting.close();
      await keeping.close();
    },
    abandon: () => {},
  };
}
