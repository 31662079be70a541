import type { Logger } from "pino";
import type { Metrics, MetricsSnapshot, RenderedMetrics } from "../operator/metrics.ts";
import type { Store } from "../store/store.ts";
import type { OperatorListener } from "./operator-listener.ts";
import type { Settings } from "./settings.ts";

/** The processes that serve callers: this one itself (`serve-alone.ts`), or several (`supervisor.ts`). */
export interface ServerProcesses {
  /** Resolves with the URL of the public listener. */
  start(): Promise<string>;
  /** The metrics of all processes, with those of other threads added. */
  renderMetrics(others: readonly MetricsSnapshot[]): Promise<RenderedMetrics>;
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
