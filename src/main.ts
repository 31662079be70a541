import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { TrustedProxies } from "./http/client-address.ts";
import { RateLimit, RefusedTokenLimit } from "./http/rate-limits.ts";
import { createPublicServer, type ObservedAnswer, type PublicServerParts } from "./http/server.ts";
import { createMetrics, type Metrics } from "./operator/metrics.ts";
import { createOperatorServer } from "./operator/server.ts";
import type { Settings } from "./settings.ts";
import { openStore, type Store } from "./store/store.ts";
import { Directory } from "./usecases/directory.ts";
import { keepHouse } from "./usecases/keep-house.ts";
import { RequestRecorder } from "./usecases/request-recorder.ts";
import { VerifiedTokens } from "./usecases/verified-tokens.ts";

/** A running service: where it listens, and how to end it. */
export interface RunningService {
  readonly api: string;
  readonly operator: string;
  /** Stops accepting, lets requests in flight finish for the grace period, closes the database. */
  close(): Promise<void>;
}

/** What a composition other than `serve` makes different; `serve` makes nothing different. */
export interface Variation {
  /** Fills the database, after the migrations and before anybody listens. */
  fill(store: Store): Promise<void>;
  /** The parts of the public face, its clock among them, as they shall be. */
  vary(parts: PublicServerParts): PublicServerParts;
  /** Adds to the two listeners, before they listen. */
  extend(publicServer: FastifyInstance, operatorServer: FastifyInstance): void;
}

/** How often a process asks whether accounts or credentials have changed; known within a second. */
const directoryRefreshMs = 400;
/** How long what can be traced waits to be written; it can be traced two seconds after the answer. */
const recordFlushMs = 500;
/** How soon after the start, and then how often, what has ended is removed, and with which pauses. */
const firstHousekeepingMs = 3_000;
const housekeepingMs = 5 * 60_000;
const housekeepingPauseMs = 50;

/** Puts the rooms together and starts both listeners. Applies missing migrations first. */
export async function startService(
  settings: Settings,
  variation?: Variation,
): Promise<RunningService> {
  const logger = pino({
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  const metrics = createMetrics();
  const store = openStore(settings.databaseUrl, {
    ...settings,
    observe: metrics.observeStatement,
    patience: "request",
  });
  const opened: { close(): Promise<unknown> }[] = [store];
  try {
    const applied = await store.migrate(Date.now());
    if (applied.length > 0) logger.info({ applied }, "migrations applied");
    await variation?.fill(store);
    const directory = new Directory(store);
    await directory.refresh();
    opened.unshift(repeat(directoryRefreshMs, () => directory.refresh(), logger));
    const recorder = new RequestRecorder({
      save: (records) => store.requestRecords.save(records),
      reportTrouble: (problem, error) =>
        logger.error({ fault: error === null ? undefined : describeFault(error) }, problem),
    });
    opened.unshift({ close: () => recorder.flush() });
    opened.unshift(repeat(recordFlushMs, () => recorder.flush(), logger));
    opened.unshift(keepHouseInRounds(store, settings.traceRetentionDays, logger));

    let closing = false;
    const parts = publicParts({ settings, store, directory, recorder, logger, metrics });
    const publicServer = createPublicServer(variation?.vary(parts) ?? parts);
    opened.unshift(publicServer);
    const operatorServer = createOperatorServer({
      metrics,
      ping: () => store.ping(),
      schemaState: () => store.schemaState(),
      isClosing: () => closing,
    });
    opened.unshift(operatorServer);
    variation?.extend(publicServer, operatorServer);
    await publicServer.listen({ host: settings.host, port: settings.port });
    await operatorServer.listen({ host: settings.operatorHost, port: settings.operatorPort });
    const api = addressOf(publicServer);
    const operator = addressOf(operatorServer);
    logger.info({ api, operator }, "ready");

    return {
      api,
      operator,
      close: async () => {
        closing = true;
        logger.info("closing");
        // The operator's listener goes on saying "not ready" until callers have their answers.
        await drain(publicServer, settings.shutdownGraceSeconds);
        await drain(operatorServer, Math.min(1, settings.shutdownGraceSeconds));
        for (const part of opened) await part.close();
        logger.info("closed");
      },
    };
  } catch (error) {
    for (const part of opened) await part.close().catch(() => {});
    throw error;
  }
}

interface Built {
  readonly settings: Settings;
  readonly store: Store;
  readonly directory: Directory;
  readonly recorder: RequestRecorder;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The narrow hands that the public face gets of everything that was built. */
function publicParts(built: Built): PublicServerParts {
  const { settings, store, directory, recorder, logger, metrics } = built;
  const verifiedTokens = new VerifiedTokens();
  return {
    tokenIssuing: {
      tokenLifetimeSeconds: settings.tokenLifetimeSeconds,
      verifiedTokens,
      issuedTokens: new Map(),
      randomBytes,
      saveAccessToken: (accountId, token) => store.account(accountId).saveAccessToken(token),
    },
    authentication: {
      verifiedTokens,
      findAccessToken: (accountId, hash) => store.account(accountId).findAccessToken(hash),
    },
    requestLimit: new RateLimit(settings.rateLimitRequests),
    tokenLimit: new RateLimit(settings.rateLimitTokens),
    refusedTokenLimit: new RefusedTokenLimit(settings.rateLimitRefusedTokens),
    trustedProxies: new TrustedProxies(settings.trustedProxies),
    pageSizeMax: settings.pageSizeMax,
    account: (id) => store.account(id),
    accountOfHost: (host) => directory.accountOfHost(host),
    now: () => Date.now(),
    record: (record) => recorder.record(record),
    observe: (answer) => {
      metrics.observeAnswer(answer);
      logAnswer(logger, answer);
    },
    reportFault: (error, requestId) =>
      logger.error({ request_id: requestId, fault: describeFault(error) }, "fault"),
  };
}

/** One line a request, with names of things only: no query string, token, body or external id. */
function logAnswer(logger: Logger, answer: ObservedAnswer): void {
  logger.info(
    {
      request_id: answer.requestId,
      method: answer.method,
      endpoint: answer.endpoint,
      status: answer.status,
      refusal: answer.refusal ?? undefined,
      account: answer.account ?? undefined,
      client_id: answer.clientId ?? undefined,
      address: answer.address,
      duration_ms: Math.round(answer.seconds * 1e6) / 1e3,
    },
    "answered",
  );
}

function describeFault(error: Error): object {
  const { cause } = error;
  return { stack: error.stack, ...(cause instanceof Error && { cause: cause.stack }) };
}

/** Does something again and again, one at a time; a failure is logged and tried again later. */
function repeat(
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
): { close(): Promise<void> } {
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= work()
      .catch((error: Error) => logger.error({ fault: describeFault(error) }, "will be tried again"))
      .finally(() => (working = null));
  }, everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await working;
    },
  };
}

/** Removes what has ended, in rounds, until it is closed; a failure is logged and tried again later. */
function keepHouseInRounds(
  store: Store,
  traceRetentionDays: number,
  logger: Logger,
): { close(): Promise<void> } {
  const stopper = new AbortController();
  const { signal: stopping } = stopper;
  // Ends early, and without a fuss, when everything is to stop.
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => {});
  const parts = {
    house: store.housekeeping,
    traceRetentionDays,
    pause: () => pause(housekeepingPauseMs),
    stopping,
  };
  const rounds = async () => {
    await pause(firstHousekeepingMs);
    while (!stopping.aborted) {
      try {
        const removed = await keepHouse(parts, Date.now());
        if (Object.values(removed).some((count) => count > 0)) {
          logger.info({ removed }, "removed what has ended");
        }
      } catch (error) {
        logger.error({ fault: describeFault(error as Error) }, "housekeeping will be tried again");
      }
      await pause(housekeepingMs);
    }
  };
  const ended = rounds();
  return {
    close: async () => {
      stopper.abort();
      await ended;
    },
  };
}

/** Closes a server; what has not finished after the grace period is cut off. */
async function drain(server: FastifyInstance, graceSeconds: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), graceSeconds * 1000);
  await server.close();
  clearTimeout(timer);
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
