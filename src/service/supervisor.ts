import type { Logger } from "pino";
import { shareCounts, type CountSharing } from "../http/rate-limits/share-counts.ts";
import { CollectedMetrics } from "../operator/collected-metrics.ts";
import { isMetricsSnapshot } from "../operator/metrics.ts";
import type { TrafficHistory } from "../operator/traffic/traffic-history.ts";
import { isTrafficPortion } from "../operator/traffic/traffic-recorder.ts";
import { describeFault } from "./logging.ts";
import { shareWithOtherNodes } from "./other-nodes.ts";
import { ServerPool, type PoolEvents } from "./processes/server-pool.ts";
import type { ServerProcesses, ServerProcessesParts } from "./server-processes.ts";

/**
 * Several processes: this one supervises. It has the operator's listener, applies migrations, cleans
 * up, adds up rate limits and figures, and accepts the connections of the public port, which it hands
 * to the server processes in turn (`worker.ts`). A server process that dies is replaced; when this
 * process ends, however it does, so do they.
 */
export function superviseServers(parts: ServerProcessesParts): ServerProcesses {
  const { settings, metrics, traffic, logger } = parts;
  const counts = shareCounts(() => servers.serving);
  const sharing = shareWithOtherNodes(parts, counts);
  const collected = new CollectedMetrics(metrics, () => servers.serving.length);
  const servers = new ServerPool(settings, poolEvents(counts, collected, traffic, logger));
  return {
    start: () => servers.start(),
    metrics: { render: () => collect(servers, collected) },
    whyNotServing: () => whyNotServing(servers),
    restart: oneAtATime(() => restart(servers, logger)),
    close: async () => {
      await servers.close();
      await sharing.close();
    },
    abandon: () => servers.kill(),
  };
}

/** What is asked for while it is being done is not done once more. */
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
  counts: CountSharing,
  collected: CollectedMetrics,
  traffic: TrafficHistory,
  logger: Logger,
): PoolEvents {
  return {
    counts: (child, told, urgent) => counts.report(child.id, told, urgent),
    metrics: (child, metrics) => {
      if (isMetricsSnapshot(metrics)) collected.remember(child.id, metrics);
    },
    traffic: (portion) => {
      if (isTrafficPortion(portion)) traffic.add(portion, Date.now());
    },
    joined: (child) => {
      counts.welcome(child);
      logger.info({ process: child.number, pid: child.pid }, "server process serves");
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

/** The figures of all processes; of one that does not answer in time, the last known. */
async function collect(pool: ServerPool, collected: CollectedMetrics) {
  const answers = pool.serving.map(async (child) => {
    const metrics = await child.ask("metrics");
    if (isMetricsSnapshot(metrics) && child.isReady) collected.remember(child.id, metrics);
  });
  await Promise.all(answers);
  return collected.render();
}

async function whyNotServing(pool: ServerPool): Promise<string | null> {
  const { serving } = pool;
  if (serving.length < pool.size) {
    return `${serving.length} of ${pool.size} server processes are ready.`;
  }
  const answers = await Promise.all(serving.map((child) => child.ask("health")));
  // An empty answer is a healthy one; none at all comes from a process that is held up.
  const unwell = answers.find((answer) => answer !== "");
  if (unwell === undefined) return null;
  return typeof unwell === "string" ? unwell : "A server process does not answer.";
}
