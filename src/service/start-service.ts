import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { addressOf, drain } from "./drain.ts";
import { startHousekeeping } from "./housekeeping-rounds.ts";
import type { PublicServerParts } from "../http/public-server.ts";
import { migrateOnStart } from "./migrate-on-start.ts";
import { programVersion } from "../domain/program-version.ts";
import { createLogger } from "./logging.ts";
import { SignInCodes } from "../operator/api/session/sign-in-codes.ts";
import { createMetrics } from "../operator/metrics.ts";
import { operatorApiParts } from "./operator-api-parts.ts";
import { createOperatorServer } from "../operator/server.ts";
import { TrafficHistory } from "../operator/traffic/traffic-history.ts";
import { TrafficRecorder, trafficMs } from "../operator/traffic/traffic-recorder.ts";
import { countWithOtherNodes } from "./other-nodes.ts";
import { repeat } from "./repeat.ts";
import { createServing } from "./serving.ts";
import { reachableAddress } from "./reachable-address.ts";
import type { RunningService } from "./running-service.ts";
import type { Settings } from "./settings.ts";
import { signInLink } from "./sign-in-link.ts";
import { openStore, type Store } from "../store/store.ts";
import { startSupervising } from "./supervisor.ts";

/** What a composition other than `serve` makes different; `serve` makes nothing different. */
export interface Variation {
  /** Fills the database, after the migrations and before anybody listens. */
  fill(store: Store): Promise<void>;
  /** The parts of the public face, its clock among them, as they shall be. */
  vary(parts: PublicServerParts): PublicServerParts;
  /** Adds to the operator's listener, before it listens. */
  extend(operatorServer: FastifyInstance): void;
}

/**
 * Starts both listeners, in this process or over several. Applies missing migrations first. What is
 * varied is always in one process.
 */
export function startService(settings: Settings, variation?: Variation): Promise<RunningService> {
  return settings.processes === 1 || variation !== undefined
    ? startAlone({ ...settings, processes: 1 }, variation)
    : startSupervising(settings);
}

/** Everything in this process. */
async function startAlone(settings: Settings, variation?: Variation): Promise<RunningService> {
  const logger = createLogger(settings.logLevel);
  const metrics = createMetrics();
  const store = openStore(settings.databaseUrl, {
    ...settings,
    observe: metrics.observeStatement,
    patience: "request",
  });
  const opened: { close(): Promise<unknown> }[] = [store];
  try {
    await migrateOnStart(store, logger);
    await variation?.fill(store);
    const house = startHousekeeping(store, settings.traceRetentionDays, logger);
    opened.unshift(house);

    const recorder = new TrafficRecorder();
    const traffic = new TrafficHistory(Date.now());
    const keepTraffic = async () => traffic.add(recorder.take(), Date.now());
    const keeping = repeat(trafficMs, keepTraffic, logger);
    opened.unshift(keeping);

    const serving = await createServing(
      { settings, store, logger, metrics, traffic: recorder },
      (parts) => variation?.vary(parts) ?? parts,
    );
    opened.unshift(serving);
    const counting = countWithOtherNodes({ settings, store, logger }, serving.limits);
    opened.unshift(counting);
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
      metrics,
      ping: () => store.ping(),
      schemaState: () => store.schemaState(),
      whyNotServing: () => serving.whyNotReady(),
      isClosing: () => closing,
    });
    opened.unshift(operatorServer);
    variation?.extend(operatorServer);
    const api = await serving.listen();
    publicAddress = reachableAddress(api);
    await operatorServer.listen({ host: settings.operatorHost, port: settings.operatorPort });
    const operator = addressOf(operatorServer.server);
    logger.info({ api, operator, version: programVersion }, "ready");

    return {
      api,
      operator,
      signInLink: (known) => signInLink({ codes, store, operator }, known, Date.now()),
      close: async () => {
        closing = true;
        logger.info("closing");
        await sleep(settings.shutdownDelaySeconds * 1000);
        // The operator's listener goes on saying "not ready" until callers have their answers.
        await serving.close();
        await drain(operatorServer.server, Math.min(1, settings.shutdownGraceSeconds));
        await operatorServer.close();
        await counting.close();
        await keeping.close();
        await house.close();
        await store.close();
        logger.info("closed");
      },
      restart: async () => logger.warn("a rolling restart needs PROCESSES to be 2 or more"),
      abandon: () => {},
    };
  } catch (error) {
    for (const part of opened) await part.close().catch(() => {});
    throw error;
  }
}
