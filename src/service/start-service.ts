import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { programVersion } from "../domain/program-version.ts";
import type { PublicServerParts } from "../http/public-server.ts";
import { SignInCodes } from "../operator/api/state/sign-in-codes.ts";
import { createMetrics } from "../operator/metrics.ts";
import { createOperatorServer } from "../operator/server.ts";
import { TrafficHistory } from "../operator/traffic/traffic-history.ts";
import { openStore, type Store } from "../store/store.ts";
import { addressOf, drain } from "./drain.ts";
import { startHousekeeping } from "./housekeeping-rounds.ts";
import { createLogger, output } from "./logging.ts";
import { migrateOnStart } from "./migrate-on-start.ts";
import { operatorApiParts } from "./operator-api-parts.ts";
import { withProbedPort } from "./port-probe.ts";
import { reachableAddress } from "./reachable-address.ts";
import type { RunningService } from "./running-service.ts";
import { serveAlone } from "./serve-alone.ts";
import type { ServerProcesses, ServerProcessesParts } from "./server-processes.ts";
import type { Settings } from "./settings.ts";
import { signInLink } from "./sign-in-link.ts";
import { superviseServers } from "./supervisor.ts";

/** What the sandbox changes of the service that `serve` starts. */
export interface Variation {
  /** Fills the database, after the migrations and before anybody listens. */
  fill(store: Store): Promise<void>;
  /** Replaces parts of the public listener, such as its clock. */
  vary(parts: PublicServerParts): PublicServerParts;
  /** Adds to the operator's listener, before it listens. */
  extend(operatorServer: FastifyInstance): void;
}

/**
 * Applies missing migrations and starts both listeners, in this process or over several. A variation
 * always runs in one process.
 */
export function startService(settings: Settings, variation?: Variation): Promise<RunningService> {
  return settings.processes === 1 || variation !== undefined
    ? start(
        { ...settings, processes: 1 },
        (parts) => serveAlone(parts, variation?.vary.bind(variation)),
        variation,
      )
    : withProbedPort(settings, (probed) => start(probed, async (parts) => superviseServers(parts)));
}

/** The pool of a supervisor, which migrates, cleans up, answers probes and serves operators. */
const supervisorPoolSize = 4;

async function start(
  settings: Settings,
  makeProcesses: (parts: ServerProcessesParts) => Promise<ServerProcesses>,
  variation?: Variation,
): Promise<RunningService> {
  const logger = createLogger(settings.logLevel);
  const metrics = createMetrics(() => output.dropped);
  const store = openStore(settings.databaseUrl, {
    ...settings,
    observe: metrics.observeStatement,
    patience: "request",
    poolSize: settings.processes === 1 ? settings.poolSize : supervisorPoolSize,
  });
  /** The open parts, in the order in which they are closed. */
  const opened: { close(): Promise<unknown> }[] = [store];
  let processes: ServerProcesses | null = null;
  try {
    await migrateOnStart(store, logger);
    await variation?.fill(store);
    opened.unshift(startHousekeeping(store, settings, logger));
    const traffic = new TrafficHistory(Date.now());
    processes = await makeProcesses({ settings, store, logger, metrics, traffic });
    opened.unshift(processes);
    const listener = createOperatorListener({
      settings,
      store,
      logger,
      metrics,
      traffic,
      processes,
    });
    opened.unshift(listener.server);
    variation?.extend(listener.server);
    const operator = await listener.listen();
    const api = await processes.start();
    listener.announce(api);
    logger.info({ api, operator, version: programVersion }, "ready");
    return runningService({ settings, store, logger, processes, opened, listener, api, operator });
  } catch (error) {
    processes?.abandon();
    for (const part of opened) await part.close().catch(() => {});
    throw error;
  }
}

interface OperatorListenerParts extends ServerProcessesParts {
  readonly processes: ServerProcesses;
}

/** Creates the operator's listener, with the state that it reports while the service runs. */
function createOperatorListener({ processes, ...parts }: OperatorListenerParts) {
  const { settings, store } = parts;
  const codes = new SignInCodes();
  let closing = false;
  let publicAddress: string | null = null;
  const server = createOperatorServer({
    api: operatorApiParts({
      ...parts,
      codes,
      publicAddress: () => publicAddress,
      isClosing: () => closing,
    }),
    metrics: processes.metrics,
    ping: () => store.ping(),
    probeWrite: () => store.probeWrite(),
    schemaState: () => store.schemaState(),
    whyNotServing: () => processes.whyNotServing(),
    isClosing: () => closing,
  });
  return {
    server,
    codes,
    listen: async (): Promise<string> => {
      await server.listen({ host: settings.operatorHost, port: settings.operatorPort });
      return addressOf(server.server);
    },
    announce: (api: string) => {
      publicAddress = reachableAddress(api);
    },
    setClosing: () => {
      closing = true;
    },
    isClosing: () => closing,
  };
}

interface Running {
  readonly settings: Settings;
  readonly store: Store;
  readonly logger: Logger;
  readonly processes: ServerProcesses;
  readonly opened: readonly { close(): Promise<unknown> }[];
  readonly listener: ReturnType<typeof createOperatorListener>;
  readonly api: string;
  readonly operator: string;
}

function runningService(running: Running): RunningService {
  const { settings, store, logger, processes, opened, listener, api, operator } = running;
  return {
    api,
    operator,
    signInLink: (known) =>
      signInLink({ codes: listener.codes, store, operator }, known, Date.now()),
    close: async () => {
      listener.setClosing();
      logger.info("closing");
      await sleep(settings.shutdownDelaySeconds * 1000);
      // The operator's listener answers "not ready" until callers have their answers.
      await processes.close();
      await drain(listener.server.server, Math.min(1, settings.shutdownGraceSeconds));
      for (const part of opened) if (part !== processes) await part.close();
      logger.info("closed");
    },
    restart: async () => {
      if (!listener.isClosing()) await processes.restart();
    },
    abandon: () => processes.abandon(),
  };
}
