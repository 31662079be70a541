import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { demoAccount } from "../domain/demo-account.ts";
import { programVersion } from "../domain/program-version.ts";
import type { PublicServerParts } from "../http/public-server.ts";
import { createMetrics } from "../operator/metrics.ts";
import { removeLeftFolders } from "../store/sqlite/temporary-folder.ts";
import { openStore, type Store } from "../store/store.ts";
import { startHousekeeping } from "./housekeeping-rounds.ts";
import { tooFewFiles } from "./connection-limit.ts";
import { createLogger, output } from "./logging.ts";
import type { CallerSide, OperatorListener, OperatorListenerParts } from "./operator-listener.ts";
import { serveAlone, type ServerProcesses, type ServerProcessesParts } from "./server-processes.ts";
import type { Settings } from "./settings.ts";
import { superviseServers } from "./supervisor.ts";

/** A running service: its two URLs, and how to end it. */
export interface RunningService {
  readonly api: string;
  readonly operator: string;
  /** Hosts that lead to an account, where the address of `api` alone leads to none; see `hostsToSend`. */
  readonly hosts: readonly string[];
  /** Whether the database has the demo's account. */
  readonly holdsDemo: boolean;
  /**
   * A link into the console that works once, for 15 minutes: it makes the first operator, or, where
   * `known` is true, signs in as the longest-serving admin. Null where there is neither.
   */
  signInLink(known: boolean): Promise<string | null>;
  /** Begins to load console and operator API, because somebody is about to open the console. */
  loadConsole(): void;
  /** Stops accepting, lets requests in flight finish for the grace period, closes the database. */
  close(): Promise<void>;
  /** Replaces the server processes one by one, while the others accept callers. Never throws. */
  restart(): Promise<void>;
  /** Kills the server processes, because this process is about to exit. */
  abandon(): void;
}

/** What the sandbox changes of the service that `serve` starts. */
export interface Variation {
  /** Fills the database, after the migrations and before anybody listens. */
  fill(store: Store): Promise<void>;
  /** Replaces parts of the public listener, such as its clock. */
  vary(parts: PublicServerParts): PublicServerParts;
  /** Adds to the operator's listener, before it listens. */
  extend(operatorServer: FastifyInstance): void;
}

/** How a service is composed, beyond its settings. */
export interface Composition {
  readonly variation?: Variation | undefined;
  /** Opens the operator's listener; by default in this thread. */
  readonly openOperator?: (parts: OperatorListenerParts) => OperatorListener;
}

/**
 * Applies missing migrations and starts both listeners, in this process or over several. A variation
 * always runs in one process.
 */
export function startService(
  settings: Settings,
  composition: Composition = {},
): Promise<RunningService> {
  const { variation } = composition;
  return settings.processes === 1 || variation !== undefined
    ? startListeners(
        { ...settings, processes: 1 },
        (parts) => serveAlone(parts, variation?.vary.bind(variation)),
        composition,
      )
    : startListeners(settings, async (parts) => superviseServers(parts), composition);
}

/** The pool of a supervisor, which migrates, cleans up and answers probes. */
const supervisorPoolSize = 4;

async function startListeners(
  settings: Settings,
  makeProcesses: (parts: ServerProcessesParts) => Promise<ServerProcesses>,
  { variation, openOperator }: Composition,
): Promise<RunningService> {
  const logger = createLogger(settings);
  const metrics = createMetrics(() => output.dropped);
  const store = openStore(settings.databaseUrl, {
    ...settings,
    observe: metrics.observeStatement,
    observeChanges: metrics.observeChanges,
    timeouts: "request",
    poolSize: settings.processes === 1 ? settings.poolSize : supervisorPoolSize,
  });
  metrics.watchStore(store);
  /** The open parts, in the order in which they are closed. */
  const opened: { close(): Promise<unknown> }[] = [store];
  let processes: ServerProcesses | null = null;
  try {
    const tooFew = tooFewFiles(settings);
    if (tooFew !== null) logger.warn(tooFew);
    removeLeftUploads(logger);
    const parts = {
      settings,
      store,
      logger,
      metrics,
      callers: callersOf(() => processes),
      extend: variation?.extend.bind(variation),
    };
    // A thread loads its half of the program meanwhile.
    const apart = openOperator?.(parts) ?? null;
    if (apart !== null) opened.unshift({ close: () => apart.close(0) });
    await migrateOnStart(store, logger);
    await variation?.fill(store);
    opened.unshift(startHousekeeping(store, settings, logger, metrics));
    const listener = apart ?? (await openHere(parts));
    if (apart === null) opened.unshift({ close: () => listener.close(0) });
    processes = await makeProcesses({ settings, store, logger, metrics, traffic: listener });
    opened.unshift(processes);
    const operator = await listener.listen();
    const api = await processes.start();
    await listener.announce(api);
    const [hosts, demo] = await Promise.all([hostsToSend(store), store.accounts.find(demoAccount)]);
    const sent = hosts.length > 0 ? { hosts } : {};
    atInfo(logger).info({ api, operator, version: programVersion, ...sent }, "ready");
    const started = { api, operator, hosts, holdsDemo: demo !== null };
    return runningService({ settings, logger, processes, opened, listener, ...started });
  } catch (error) {
    processes?.abandon();
    // The fault that ended the start is reported, and no later one in its place.
    for (const part of opened) await part.close().catch(() => {});
    throw error;
  }
}

/** A thread that only serves callers never loads the operators' half of the program. */
async function openHere(parts: OperatorListenerParts): Promise<OperatorListener> {
  const { openOperatorListener } = await import("./operator-listener.ts");
  return openOperatorListener(parts);
}

/** What killed processes of this user kept of files that arrived: they hold personal data. */
function removeLeftUploads(logger: Logger): void {
  try {
    const folders = removeLeftFolders();
    if (folders > 0) logger.info({ folders }, "uploads of killed processes removed");
  } catch (error) {
    // Uploads are refused with the same reason; a start needs no temporary files.
    logger.warn(error, "temporary files cannot be read");
  }
}

const hostsNamed = 5;

/**
 * Hosts that lead to an account, where the address of `api` alone leads to none: a call needs one of them as its Host
 * (A58).
 */
async function hostsToSend({ accounts }: Pick<Store, "accounts">): Promise<readonly string[]> {
  const [first, ...others] = await accounts.page({ limit: hostsNamed });
  if (first === undefined) return [];
  if (others.length === 0 && first.name.environment === "development") return [];
  return [first, ...others].flatMap(({ apiHosts }) => apiHosts).slice(0, hostsNamed);
}

/** Scripts wait for the line `ready`, also of a log of warnings. `silent` has no line at all. */
function atInfo(logger: Logger): Logger {
  return logger.level === "silent" ? logger : logger.child({}, { level: "info" });
}

/** The part of the service that serves callers, as the operator's listener asks it. */
function callersOf(processes: () => ServerProcesses | null): CallerSide {
  const gather = async (listener: Parameters<CallerSide["renderMetrics"]>[0]) => {
    const started = processes();
    if (started === null) throw new Error("The service starts.");
    return started.gatherMetrics(listener);
  };
  return {
    isAlive: async () => {},
    whyNotServing: async () => processes()?.whyNotServing() ?? "The service starts.",
    renderMetrics: async (listener) => (await gather(listener)).render(),
    snapshotMetrics: async (listener) => (await gather(listener)).snapshot(),
  };
}

interface Running {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly processes: ServerProcesses;
  readonly opened: readonly { close(): Promise<unknown> }[];
  readonly listener: OperatorListener;
  readonly api: string;
  readonly operator: string;
  readonly hosts: readonly string[];
  readonly holdsDemo: boolean;
}

function runningService(running: Running): RunningService {
  const { settings, logger, processes, opened, listener, ...started } = running;
  let closing = false;
  return {
    ...started,
    signInLink: (known) => listener.signInLink(known),
    // The log has its fault already.
    loadConsole: () => void listener.loadConsole().catch(() => {}),
    close: async () => {
      closing = true;
      await listener.setClosing();
      logger.info("closing");
      await sleep(settings.shutdownDelaySeconds * 1000);
      // The operator's listener answers "not ready" until callers have their answers.
      await processes.close();
      await listener.close(Math.min(1, settings.shutdownGraceSeconds));
      // `opened` has the operator's listener too, for a start that fails; its second close finds nothing open.
      for (const part of opened) if (part !== processes) await part.close();
      logger.info("closed");
    },
    restart: async () => {
      if (!closing) await processes.restart();
    },
    abandon: () => processes.abandon(),
  };
}

/** Applies missing migrations. Throws `DatabaseUnusable` where the schema is newer and refuses this version. */
async function migrateOnStart(
  store: Pick<Store, "migrate" | "schemaState">,
  logger: Logger,
): Promise<void> {
  const applied = await store.migrate(Date.now());
  if (applied.length > 0) logger.info({ applied }, "migrations applied");
  if ((await store.schemaState()) === "ahead") {
    logger.warn("the database's schema is of a later release, with which this one may work");
  }
}
