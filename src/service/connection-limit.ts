import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import type { ConnectionLimit } from "../http/transport/connections.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { Settings } from "./settings.ts";

/** Open files that are kept for the database, the log and the rest of the process. */
const reserved = 128;
const reportEveryMs = 60_000;

/**
 * The room for callers' connections under the process's limit of open files. Without it, a process whose
 * files are used up accepts nobody until the idle connections time out.
 */
export function limitConnections(
  { operatorConnectionsMax }: Pick<Settings, "operatorConnectionsMax">,
  logger: Logger,
  metrics: Pick<Metrics, "countConnectionForRoom">,
): ConnectionLimit {
  const files = openFilesLimit();
  const most = Math.max(files - reserved - operatorConnectionsMax, Math.ceil(files / 2));
  return limitTo(most, metrics.countConnectionForRoom, (ended) =>
    logger.warn(
      { most, open_files_limit: files, ended },
      "too many connections: idle ones give way; raise the limit of open files if callers need more",
    ),
  );
}

/** The room for operators' connections: the setting, and a quarter of the open files at most. */
export function limitOperatorConnections(
  { operatorConnectionsMax }: Pick<Settings, "operatorConnectionsMax">,
  logger: Logger,
  metrics: Pick<Metrics, "countOperatorConnectionForRoom">,
): ConnectionLimit {
  const most = Math.min(operatorConnectionsMax, Math.ceil(openFilesLimit() / 4));
  return limitTo(most, metrics.countOperatorConnectionForRoom, (ended) =>
    logger.warn(
      { most, ended },
      "too many connections of operators: idle ones give way; OPERATOR_CONNECTIONS_MAX sets how many there may be",
    ),
  );
}

/** Calls `report` at most once a minute, with how many connections were ended since. */
function limitTo(
  most: number,
  count: () => void,
  report: (ended: number) => void,
): ConnectionLimit {
  let ended = 0;
  let reportedAt = -Infinity;
  return {
    most,
    onFull: () => {
      count();
      ended += 1;
      const now = performance.now();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      report(ended);
      ended = 0;
    },
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
