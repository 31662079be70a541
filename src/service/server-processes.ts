import type { Logger } from "pino";
import type { Metrics } from "../operator/metrics.ts";
import type { TrafficHistory } from "../operator/traffic/traffic-history.ts";
import type { Store } from "../store/store.ts";
import type { Settings } from "./settings.ts";

/** What serves callers: this process itself (`serve-alone.ts`), or several (`supervisor.ts`). */
export interface ServerProcesses {
  /** Resolves with where callers are served. */
  start(): Promise<string>;
  /** The figures of all processes. */
  readonly metrics: Pick<Metrics, "render">;
  /** Null when callers are served as they should be. */
  whyNotServing(): Promise<string | null>;
  /** Replaces the processes one by one. Never throws. */
  restart(): Promise<void>;
  /** Lets requests in flight finish for the grace period. */
  close(): Promise<void>;
  /** Ends the processes at once; this one goes on. */
  abandon(): void;
}

export interface ServerProcessesParts {
  readonly settings: Settings;
  /** The schema is current. */
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Filled with what callers ask for. */
  readonly traffic: TrafficHistory;
}
