import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { TrustedProxies } from "./http/client-address.ts";
import { RateLimit, RefusedTokenLimit } from "./http/rate-limits.ts";
import { createPublicServer, type ObservedAnswer } from "./http/server.ts";
import { createMetrics } from "./operator/metrics.ts";
import { createOperatorServer } from "./operator/server.ts";
import type { Settings } from "./settings.ts";
import { openStore, type Store } from "./store/store.ts";
import { Directory } from "./usecases/directory.ts";
import { VerifiedTokens } from "./usecases/verified-tokens.ts";

/** A running service: where it listens, and how to end it. */
export interface RunningService {
  readonly api: string;
  readonly operator: string;
  /** Stops accepting, lets requests in flight finish for the grace period, closes the database. */
  close(): Promise<void>;
}

/** How often a process asks whether accounts or credentials have changed; known within a second. */
const directoryRefreshMs = 400;

/** Puts the rooms together and starts both listeners. Applies missing migrations first. */
export async function startService(settings: Settings): Promise<RunningService> {
  const logger = pino({
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  const metrics = createMetrics();
  const store = openStore(settings.databaseUrl, metrics.observeStatement);
  const opened: { close(): Promise<unknown> }[] = [store];
  try {
    const applied = await store.migrate(Date.now());
    if (applied.length > 0) logger.info({ applied }, "migrations applied");
    const directory = new Directory(store);
    await directory.refresh();
    opened.unshift(keepFresh(directory, logger));

    let closing = false;
    const publicServer = createPublicServer(
      publicParts(settings, store, directory, logger, metrics.observeAnswer),
    );
    opened.unshift(publicServer);
    const operatorServer = createOperatorServer({
      metrics,
      ping: () => store.ping(),
      schemaState: () => store.schemaState(),
      isClosing: () => closing,
    });
    opened.unshift(operatorServer);
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
        await drain(publicServer, settings.shutdownGraceSeconds);
        for (const part of opened) await part.close();
        logger.info("closed");
      },
    };
  } catch (error) {
    for (const part of opened) await part.close().catch(() => {});
    throw error;
  }
}

function publicParts(
  settings: Settings,
  store: Store,
  directory: Directory,
  logger: Logger,
  observeAnswer: (answer: ObservedAnswer) => void,
): Parameters<typeof createPublicServer>[0] {
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
    observe: (answer) => {
      observeAnswer(answer);
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

/** Keeps what the process knows of accounts and credentials up to date. */
function keepFresh(directory: Directory, logger: Logger): { close(): Promise<void> } {
  let refreshing: Promise<void> | null = null;
  const timer = setInterval(() => {
    refreshing ??= directory
      .refresh()
      .catch((error: Error) =>
        logger.error({ fault: describeFault(error) }, "directory not refreshed"),
      )
      .finally(() => (refreshing = null));
  }, directoryRefreshMs);
  return {
    close: async () => {
      clearInterval(timer);
      await refreshing;
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
