import { logAnswersWith } from "./answer-log.ts";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Logger } from "pino";
import { addressOf, drain, untilServed } from "./drain.ts";
import { TrustedProxies } from "../http/call/client-address.ts";
import { RateLimit, RefusedTokenLimit } from "../http/rate-limits/rate-limits.ts";
import { createPublicServer, type PublicServerParts } from "../http/public-server.ts";
import type { AddressCounts } from "../http/rate-limits/address-counts.ts";
import { describeFault, output } from "./logging.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { TrafficRecorder } from "../operator/traffic/traffic-recorder.ts";
import { repeat } from "./repeat.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";
import { Directory } from "../usecases/directory.ts";
import { RequestRecorder } from "../usecases/request-recorder.ts";
import { VerifiedTokens } from "../usecases/verified-tokens.ts";

/** What serves callers: the public listener and what stands behind it. */
export interface Serving {
  /** Resolves with where it listens. */
  listen(): Promise<string>;
  /** The counts behind the rate limits, by the limits' names. */
  readonly limits: ReadonlyMap<string, AddressCounts>;
  /** Null when requests are served as they should be. */
  whyNotReady(): Promise<string | null>;
  /** Stops accepting, lets requests in flight finish for the grace period, writes what waits. */
  close(): Promise<void>;
}

export interface ServingParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What the console's plots are made of. */
  readonly traffic: Pick<TrafficRecorder, "count">;
}

/** How often a process asks whether accounts or credentials have changed; known within a second. */
const directoryRefreshMs = 400;
/** How long what can be traced waits to be written; it can be traced two seconds after the answer. */
const recordFlushMs = 500;
/**
 * How long calls without a caller may take at the end: as long as a change waits for the database
 * (decision B191), and less than a supervisor gives a process beyond its grace period.
 */
const servedLimitMs = 4_500;
/**
 * How many connections may wait to be accepted; the operating system may allow less. With Node's 511,
 * callers who come together by the thousand are connected for themselves, and unknown here.
 */
const backlog = 4_096;

/** Makes the public listener over a database whose schema is current. Not yet listening. */
export async function createServing(
  parts: ServingParts,
  vary = (publicServerParts: PublicServerParts) => publicServerParts,
): Promise<Serving> {
  const { settings, store, logger } = parts;
  const directory = new Directory(store);
  await directory.refresh();
  const recorder = new RequestRecorder({
    save: (records) => store.requestRecords.save(records),
    reportTrouble: (problem, error) =>
      logger.error({ fault: error === null ? undefined : describeFault(error) }, problem),
  });
  const rateLimits = createRateLimits(settings);
  const { server, connections } = createPublicServer(
    vary(publicParts(parts, directory, recorder, rateLimits)),
  );
  const refreshing = repeat(directoryRefreshMs, () => directory.refresh(), logger);
  const flushing = repeat(recordFlushMs, () => recorder.flush(), logger);
  const close = async () => {
    await drain(server, settings.shutdownGraceSeconds, connections);
    // A caller who has gone leaves a cancel behind that is still made, and is to be traced.
    await untilServed(connections, servedLimitMs);
    await Promise.all([refreshing.close(), flushing.close()]);
    await recorder.flush();
  };
  return {
    listen: async () => {
      server.listen({ host: settings.host, port: settings.port, backlog });
      await once(server, "listening");
      return addressOf(server);
    },
    limits: countsOf(rateLimits),
    whyNotReady: async () =>
      (await directory.isCurrent()) ? null : "The database does not answer a server process.",
    close,
  };
}

function createRateLimits(settings: Settings) {
  // How many nodes there are, nobody knows: two is enough to make them tell.
  const processes = Math.max(settings.processes, settings.sharesRateLimits ? 2 : 1);
  return {
    requestLimit: new RateLimit(settings.rateLimitRequests, processes),
    tokenLimit: new RateLimit(settings.rateLimitTokens, processes),
    refusedTokenLimit: new RefusedTokenLimit(settings.rateLimitRefusedTokens, processes),
  };
}

type RateLimits = ReturnType<typeof createRateLimits>;

function countsOf({ requestLimit, tokenLimit, refusedTokenLimit }: RateLimits) {
  const all = {
    requests: requestLimit.counts,
    tokens: tokenLimit.counts,
    "refused-tokens-client": refusedTokenLimit.perClient.counts,
    "refused-tokens-address": refusedTokenLimit.perAddress.counts,
  };
  const counts = new Map<string, AddressCounts>();
  for (const [name, of] of Object.entries(all)) if (of !== null) counts.set(name, of);
  return counts;
}

/** The narrow hands that the public face gets of everything that was built. */
function publicParts(
  { settings, store, logger, metrics, traffic }: ServingParts,
  directory: Directory,
  recorder: RequestRecorder,
  rateLimits: RateLimits,
): PublicServerParts {
  const verifiedTokens = new VerifiedTokens();
  const logAnswer = logAnswersWith(logger, (line) => output.write(line));
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
    ...rateLimits,
    trustedProxies: new TrustedProxies(settings.trustedProxies),
    pageSizeMax: settings.pageSizeMax,
    account: (id) => store.account(id),
    directoryIsCurrent: () => directory.isCurrent(),
    accountOfHost: (host) => directory.accountOfHost(host),
    now: () => Date.now(),
    faultInjection: null,
    record: (record) => recorder.record(record),
    observe: (answer) => {
      metrics.observeAnswer(answer);
      traffic.count(answer);
      if (!settings.leavesOutAnswers) logAnswer(answer, Date.now());
    },
    reportFault: (error, requestId) =>
      logger.error({ request_id: requestId, fault: describeFault(error) }, "fault"),
  };
}
