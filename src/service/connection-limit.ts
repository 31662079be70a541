import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import type { ConnectionLimit } from "../http/transport/connections.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { Settings } from "./settings.ts";

/** Open files that are kept for the database, the log and the rest of the process. */
const reserved = 128;
const reportEveryMs = 60_000;

type Bound = Pick<Settings, "operatorConnectionsMax">;

/**
 * The room for callers' connections under the process's limit of open files. Without it, a process whose
 * files are used up accepts nobody until the idle connections time out.
 */
export function limitConnections(
  { operatorConnectionsMax }: Bound,
  logger: Logger,
  metrics: Pick<Metrics, "countConnectionForRoom">,
): ConnectionLimit {
  const files = openFilesLimit();
  const most = Math.max(files - reserved - operatorConnectionsMax, Math.ceil(files / 2));
  const report = reportNowAndThen((ended) =>
    logger.warn(
      { most, open_files_limit: files, ended },
      "too many connections: idle ones give way; raise the limit of open files if callers need more",
    ),
  );
  return {
    most,
    onFull: () => {
      metrics.countConnectionForRoom();
      report();
    },
  };
}

/** The room for operators' connections: the setting, and a quarter of the open files at most. */
export function limitOperatorConnections(
  { operatorConnectionsMax }: Bound,
  logger: Logger,
  metrics: Pick<Metrics, "countOperatorConnectionForRoom">,
): ConnectionLimit {
  const most = Math.min(operatorConnectionsMax, Math.ceil(openFilesLimit() / 4));
  const report = reportNowAndThen((ended) =>
    logger.warn(
      { most, ended },
      "too many connections of operators: idle ones give way; OPERATOR_CONNECTIONS_MAX sets how many there may be",
    ),
  );
  return {
    most,
    onFull: () => {
      metrics.countOperatorConnectionForRoom();
      report();
    },
  };
}

/** Calls `report` at most once a minute, with how often it was to be called since. */
function reportNowAndThen(report: (times: number) => void): () => void {
  let times = 0;
  let reportedAt = -Infinity;
  return () => {
    times += 1;
    const now = performance.now();
    if (now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    report(times);
    times = 0;
  };
}

/** Where the system does not tell, there is no limit. */
function openFilesLimit(): number {
  try {
    const [, soft] =
      /^Max open files +([0-9]+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
