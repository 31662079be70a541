import type { Logger } from "pino";
import { CountsHub } from "../http/rate-limits/count-sharing.ts";
import { CollectedMetrics } from "../operator/collected-metrics.ts";
import { isMetricsSnapshot, type MetricsSnapshot } from "../operator/metrics.ts";
import { isTrafficPortion } from "../operator/traffic/traffic.ts";
import { limitClock, shareWithOtherNodes } from "./shared-limits.ts";
import { describeFault } from "./logging.ts";
import { ServerPool, type PoolEvents } from "./server-pool.ts";
import type { ServerProcesses, ServerProcessesParts } from "./server-processes.ts";

/**
 * Supervises several server processes (`worker.ts`). The supervisor has the operator's listener,
 * applies migrations, runs housekeeping, adds up rate limits and metrics, and binds the sockets of the
 * public port, which the server processes inherit. It replaces a server process that dies. The server
 * processes end when the supervisor does, even when it is killed.
 */
export function superviseServers(parts: ServerProcessesParts): ServerProcesses {
  const { settings, metrics, traffic, logger } = parts;
  const counts = new CountsHub(() => servers.serving, limitClock(settings));
  const sharing = shareWithOtherNodes(parts, counts);
  const collected = new CollectedMetrics(metrics, () => servers.serving.length);
  const servers = new ServerPool(settings, poolEvents(counts, collected, traffic, logger));
  return {
    start: () => servers.start(),
    gatherMetrics: (others) => collect(servers, collected, others),
    whyNotServing: () => whyNotServing(servers),
    restart: oneAtATime(() => restart(servers, logger)),
    close: async () => {
      await servers.close();
      await sharing.close();
    },
    abandon: () => servers.kill(),
  };
}

/** Ignores a call while an earlier one is under way. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isWorking = false;
  return async () => {
    if (isWorking) return;
    isWorking = true;
    await work();
    isWorking = false;
  };
}

async function restart(servers: ServerPool, logger: Logger): Promise<void> {
  logger.info("rolling restart begins");
  try {
    await servers.restart();
    logger.info("rolling restart done");
  } catch (error) {
    logger.error(
      { fault: describeFault(error as Error) },
      "rolling restart given up: a new server process did not start; the others go on",
    );
  }
}

function poolEvents(
  counts: CountsHub,
  collected: CollectedMetrics,
  traffic: ServerProcessesParts["traffic"],
  logger: Logger,
): PoolEvents {
  return {
    counts: (child, reported, urgent) => counts.report(child.id, reported, urgent),
    metrics: (child, metrics) => {
      if (isMetricsSnapshot(metrics)) collected.remember(child.id, metrics);
    },
    traffic: (portion) => {
      // Where the operators' thread has died, its history of the traffic is gone as well.
      if (isTrafficPortion(portion)) void traffic.addTraffic(portion).catch(() => {});
    },
    joined: (child) => {
      counts.welcome(child);
      const { number: process, pid, version } = child;
      logger.info({ process, pid, version }, "server process serves");
    },
    left: (child) => {
      collected.end(child.id);
    },
    died: (child, { status, signal, pauseMs }) => {
      collected.countDeath();
      logger.error(
        { process: child.number, pid: child.pid, status, signal, pause_ms: pauseMs },
        "server process died and will be replaced",
      );
    },
  };
}

/** The metrics of all processes; a process that does not answer in time counts with its last ones. */
async function collect(
  pool: ServerPool,
  collected: CollectedMetrics,
  others: readonly MetricsSnapshot[],
) {
  const answers = pool.serving.map(async (child) => {
    const metrics = await child.ask("metrics");
    if (isMetricsSnapshot(metrics) && child.isReady) collected.remember(child.id, metrics);
  });
  await Promise.all(answers);
  return collected.gather(others);
}

async function whyNotServing(pool: ServerPool): Promise<string | null> {
  const { serving } = pool;
  if (serving.length < pool.size) {
    return `${serving.length} of ${pool.size} server processes are ready.`;
  }
  const answers = await Promise.all(serving.map((child) => child.ask("health")));
  // An empty answer means healthy; null means that the process did not answer in time.
  const unwell = answers.find((answer) => answer !== "");
  if (unwell === undefined) return null;
  return typeof unwell === "string" ? unwell : "A server process does not answer.";
}
