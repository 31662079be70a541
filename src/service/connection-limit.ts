import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import type { ConnectionLimit } from "../http/transport/connections.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { Settings } from "./settings.ts";

/** Open files that are kept for the database, the log and the rest of the process. */
const reserved = 128;
const reportEveryMs = 60_000;
/** Beside its posts a process may keep as many connections of earlier ones. */
const connectionsPerPost = 2;

type FileSettings = Pick<Settings, "operatorConnectionsMax" | "webhookPosts" | "webhookSecretKey">;

/** Open files of a process for all but callers. */
function filesBesideCallers(settings: FileSettings): number {
  const { operatorConnectionsMax, webhookSecretKey } = settings;
  const ofWebhooks = webhookSecretKey === "" ? 0 : webhookPostsMost(settings) * connectionsPerPost;
  return reserved + operatorConnectionsMax + ofWebhooks;
}

/** The setting, and a sixteenth of the open files at most, so that listeners have theirs. */
export function webhookPostsMost({ webhookPosts }: Pick<Settings, "webhookPosts">): number {
  return Math.max(1, Math.min(webhookPosts, Math.floor(openFilesLimit() / 16)));
}

/** A sentence where the limit of open files leaves callers less than half; null where it does not. */
export function tooFewFiles(settings: FileSettings, files = openFilesLimit()): string | null {
  const { operatorConnectionsMax, webhookPosts, webhookSecretKey } = settings;
  const posts = webhookSecretKey === "" ? 0 : webhookPosts;
  const needed = 2 * (reserved + operatorConnectionsMax + posts * connectionsPerPost);
  if (files >= needed) return null;
  return (
    `A process may open ${files} files, and the settings need ${needed}: raise the limit (ulimit -n, LimitNOFILE), ` +
    "or lower OPERATOR_CONNECTIONS_MAX or WEBHOOK_POSTS_MAX"
  );
}

/**
 * The room for callers' connections under the process's limit of open files. Without it, a process whose
 * files are used up accepts nobody until the idle connections time out.
 */
export function limitConnections(
  settings: FileSettings,
  logger: Logger,
  metrics: Pick<Metrics, "countConnectionForRoom">,
): ConnectionLimit {
  const files = openFilesLimit();
  const most = Math.max(files - filesBesideCallers(settings), Math.ceil(files / 2));
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
