import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { addressOf, drain } from "./drain.ts";
import { startHousekeeping } from "./housekeeping-rounds.ts";
import { shareCounts, type CountSharing } from "../http/rate-limits/share-counts.ts";
import { migrateOnStart } from "./migrate-on-start.ts";
import { programVersion } from "../domain/program-version.ts";
import { createLogger, describeFault } from "./logging.ts";
import type { RunningService } from "./running-service.ts";
import { shareWithOtherNodes } from "./other-nodes.ts";
import { SignInCodes } from "../operator/api/session/sign-in-codes.ts";
import { CollectedMetrics } from "../operator/collected-metrics.ts";
import { createMetrics, isMetricsSnapshot } from "../operator/metrics.ts";
import { operatorApiParts } from "./operator-api-parts.ts";
import { createOperatorServer } from "../operator/server.ts";
import { TrafficHistory } from "../operator/traffic/traffic-history.ts";
import { isTrafficPortion } from "../operator/traffic/traffic-recorder.ts";
import { probePort } from "./processes/port-probe.ts";
import { ServerNotStarted } from "./processes/server-child.ts";
import { ServerPool, type PoolEvents } from "./processes/server-pool.ts";
import { reachableAddress } from "./reachable-address.ts";
import type { Settings } from "./settings.ts";
import { signInLink } from "./sign-in-link.ts";
import { openStore } from "../store/store.ts";

/** It migrates, keeps house, answers probes and serves operators. */
const supervisorPoolSize = 4;

/**
 * Several processes: this one supervises. It has the operator's listener, applies migrations, keeps
 * house, adds up rate limits and figures, and accepts the connections of the public port, which it
 * hands to the server processes in turn (`server-process.ts`). A server process that dies is
 * replaced; when this process ends, however it does, so do they.
 */
export async function startSupervising(settings: Settings): Promise<RunningService> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await probePort(settings.host, settings.port);
    try {
      return await superviseOn({ ...settings, port });
    } catch (error) {
      // A port that was free just now, and that nobody had asked for, may have been taken meanwhile.
      const isTaken = error instanceof ServerNotStarted && error.code === "EADDRINUSE";
      if (!isTaken || settings.port !== 0 || attempt === maxPortsTried) throw error;
    }
  }
}

const maxPortsTried = 5;

async function superviseOn(settings: Settings): Promise<RunningService> {
  const logger = createLogger(settings.logLevel);
  const metrics = createMetrics();
  const store = openStore(settings.databaseUrl, {
    ...settings,
    observe: metrics.observeStatement,
    patience: "request",
    poolSize: supervisorPoolSize,
  });
  const opened: { close(): Promise<unknown> }[] = [store];
  let pool: ServerPool | null = null;
  try {
    await migrateOnStart(store, logger);
    opened.unshift(startHousekeeping(store, settings.traceRetentionDays, logger));

    const counts = shareCounts(() => servers.serving);
    opened.unshift(shareWithOtherNodes({ settings, store, logger }, counts));
    const collected = new CollectedMetrics(metrics, () => servers.serving.length);
    const traffic = new TrafficHistory(Date.now());
    const servers = new ServerPool(settings, poolEvents(counts, collected, traffic, logger));
    pool = servers;
    let closing = false;
    let publicAddress: string | null = null;
    const codes = new SignInCodes();
    const operatorServer = createOperatorServer({
      api: operatorApiParts({
        settings,
        store,
        logger,
        metrics,
        codes,
        traffic,
        publicAddress: () => publicAddress,
      }),
      metrics: { render: () => collect(servers, collected) },
      ping: () => store.ping(),
      schemaState: () => store.schemaState(),
      whyNotServing: () => whyNotServing(servers),
      isClosing: () => closing,
    });
    opened.unshift(operatorServer);
    await operatorServer.listen({ host: settings.operatorHost, port: settings.operatorPort });
    const operator = addressOf(operatorServer.server);
    const api = await servers.start();
    publicAddress = reachableAddress(api);
    logger.info({ api, operator, version: programVersion }, "ready");

    let restarting = false;
    return {
      api,
      operator,
      signInLink: (known) => signInLink({ codes, store, operator }, known, Date.now()),
      close: async () => {
        closing = true;
        logger.info("closing");
        await sleep(settings.shutdownDelaySeconds * 1000);
        // The operator's listener goes on saying "not ready" until callers have their answers.
        await servers.close();
        await drain(operatorServer.server, Math.min(1, settings.shutdownGraceSeconds));
        await operatorServer.close();
        for (const part of opened) await part.close();
        logger.info("closed");
      },
      restart: async () => {
        if (restarting || closing) return;
        restarting = true;
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
        restarting = false;
      },
      abandon: () => servers.kill(),
    };
  } catch (error) {
    pool?.kill();
    for (const part of opened) await part.close().catch(() => {});
    throw error;
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
