import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import type { ConnectionLimit } from "../http/transport/connections.ts";
import type { Metrics } from "../operator/metrics.ts";

/** Open files that are kept for all but callers: the database, the log, operators. */
const reserved = 128;
const reportEveryMs = 60_000;

/**
 * The room for callers' connections under the process's limit of open files. Without it, a process whose
 * files are used up accepts nobody until the idle connections time out.
 */
export function limitConnections(
  logger: Logger,
  metrics: Pick<Metrics, "countConnectionForRoom">,
): ConnectionLimit {
  const files = openFilesLimit();
  const most = Math.max(files - reserved, Math.ceil(files / 2));
  let ended = 0;
  let reportedAt = -Infinity;
  return {
    most,
    onFull: () => {
      ended += 1;
      metrics.countConnectionForRoom();
      const now = performance.now();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      logger.warn(
        { most, open_files_limit: files, ended },
        "too many connections: idle ones give way; raise the limit of open files if callers need more",
      );
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
