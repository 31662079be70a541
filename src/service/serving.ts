import { Acceptors, addressOf, type PortSocket } from "./listening.ts";
import { logAnswersWith, describeFault, output } from "./logging.ts";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { drain, untilServed } from "./drain.ts";
import { TrustedProxies } from "../http/call/raw-request.ts";
import { RateLimit } from "../http/rate-limits/rate-limits.ts";
import { RefusedTokenLimit } from "../http/rate-limits/refused-token-limit.ts";
import type { ObservedAnswer } from "../http/call/sent-answer.ts";
import { createPublicServer, type PublicServerParts } from "../http/public-server.ts";
import { limitClock } from "./shared-limits.ts";
import type { Tracing } from "./tracing.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { TrafficRecorder } from "../operator/traffic/traffic.ts";
import { boundHeap } from "./heap.ts";
import { repeat } from "./repeat.ts";
import { limitConnections } from "./connection-limit.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";
import { Directory } from "../usecases/directory.ts";
import { RefusedRecordCap } from "../usecases/refused-record-cap.ts";
import { RequestRecorder } from "../usecases/request-recorder.ts";
import { VerifiedTokens } from "../usecases/authenticate.ts";

/** The public listener of one process and what it needs. */
export interface Serving {
  /** Accepts callers on these sockets too. Resolves with the URL of the listener. */
  listen(sockets: readonly PortSocket[]): Promise<string>;
  /** The counts of the rate limits, by the limits' names. */
  readonly limits: ReadonlyMap<string, RateLimit>;
  /** The reason why requests are not served; null when they are. */
  whyNotReady(): Promise<string | null>;
  /** Drains the listener and writes the request records that wait. */
  close(): Promise<void>;
}

export interface ServingParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Counts answers for the console's plots. */
  readonly traffic: Pick<TrafficRecorder, "count">;
}

/** Every process knows a change of accounts or credentials within a second. */
const directoryRefreshMs = 400;
/** Holds end within a second of their end, in whichever process. */
const seatEndingMs = 300;
/** Request records are written at this interval: a request can be traced two seconds after its answer. */
const recordFlushMs = 500;
/**
 * The limit for requests of callers who have gone, when the process ends: as long as a change waits
 * for the database (decision B191), and less than `closingLimitMs` of a server process.
 */
const servedLimitMs = 4_500;

/** Creates the public listener over a database whose schema is current; `listen` opens it. */
export async function createServing(
  parts: ServingParts,
  vary = (publicServerParts: PublicServerParts) => publicServerParts,
): Promise<Serving> {
  const { settings, store, logger } = parts;
  const directory = new Directory(store.directory);
  await Promise.all([directory.load(), store.warmUp()]);
  const writes = new WriteFate();
  const recorder = new RequestRecorder({
    cap: new RefusedRecordCap({
      perDay: settings.traceRefusedPerDay,
      countRefused: (...asked) => store.requestRecords.countRefused(...asked),
      noteReached: (accountId, at) => store.requestRecords.noteCapReached(accountId, at),
    }),
    save: (records) => writes.follow(store.requestRecords.save(records)),
    reportTrouble: (problem, error) =>
      logger.error({ fault: error === null ? undefined : describeFault(error) }, problem),
  });
  const rateLimits = createRateLimits(settings);
  const tracing = await traceRequests(parts);
  const served = vary(publicParts(parts, { directory, recorder, rateLimits, tracing }));
  const { server, connections } = createPublicServer(served);
  const acceptors = new Acceptors(server);
  const refreshing = repeat(directoryRefreshMs, () => directory.refresh(), logger);
  const ending = repeat(seatEndingMs, () => endDueSeats(store, served.now()), logger);
  const flushing = repeat(recordFlushMs, () => recorder.flush(), logger);
  const looking = boundHeap();
  const close = async () => {
    await drain(server, settings.shutdownGraceSeconds, connections, acceptors.others);
    // A cancel whose caller has gone is still made, and recorded.
    await untilServed(connections, servedLimitMs);
    await Promise.all([refreshing.close(), ending.close(), flushing.close()]);
    await recorder.flush();
    looking.close();
    await tracing?.close();
  };
  return {
    listen: async (sockets) => {
      await acceptors.listen(sockets);
      return addressOf(server);
    },
    limits: byName(rateLimits),
    whyNotReady: async () => {
      if (writes.isFailing) return "The database takes no writes: the last ones of callers failed.";
      return (await directory.isCurrent())
        ? null
        : "The database does not answer a server process.";
    },
    close,
  };
}

async function endDueSeats(store: Pick<Store, "endDueSeats">, now: number): Promise<void> {
  await store.endDueSeats(now);
}

function createRateLimits(settings: Settings) {
  // The number of nodes is unknown; from two on, a limit shares its counts.
  const processes = Math.max(settings.processes, settings.sharesRateLimits ? 2 : 1);
  return {
    requestLimit: new RateLimit(settings.rateLimitRequests, processes),
    tokenLimit: new RateLimit(settings.rateLimitTokens, processes),
    refusedTokenLimit: new RefusedTokenLimit(settings.rateLimitRefusedTokens, processes),
  };
}

type RateLimits = ReturnType<typeof createRateLimits>;

function byName({ requestLimit, tokenLimit, refusedTokenLimit }: RateLimits) {
  return new Map([
    ["requests", requestLimit],
    ["tokens", tokenLimit],
    ["refused-tokens-client", refusedTokenLimit.perClient],
    ["refused-tokens-address", refusedTokenLimit.perAddress],
  ]);
}

interface OwnParts {
  readonly directory: Directory;
  readonly recorder: RequestRecorder;
  readonly rateLimits: RateLimits;
  readonly tracing: Tracing | null;
}

/** Null where requests are not traced; then OpenTelemetry's packages are not loaded. */
async function traceRequests({ settings, logger }: ServingParts): Promise<Tracing | null> {
  if (settings.tracing === undefined) return null;
  const { openTracing } = await import("./tracing.ts");
  return openTracing({
    settings: settings.tracing,
    database: settings.databaseUrl.startsWith("sqlite:") ? "sqlite" : "postgresql",
    reportTrouble: (error) =>
      logger.warn({ fault: describeFault(error) }, "traces could not be sent"),
  });
}

/** Narrows the parts to what the public listener may reach. */
function publicParts(
  { settings, store, logger, metrics, traffic }: ServingParts,
  { directory, recorder, rateLimits, tracing }: OwnParts,
): PublicServerParts {
  const verifiedTokens = new VerifiedTokens();
  const logAnswer = logAnswersWith(logger, (line) => output.write(line));
  const observe = (answer: ObservedAnswer) => {
    metrics.observeAnswer(answer);
    traffic.count(answer);
    if (!settings.leavesOutAnswers) logAnswer(answer, Date.now());
  };
  // Decided once, so that a request pays nothing where tracing is off.
  const account: Store["account"] =
    tracing === null ? (id) => store.account(id) : (id) => tracing.door(store.account(id));
  return {
    tokenIssuing: {
      tokenLifetimeSeconds: settings.tokenLifetimeSeconds,
      verifiedTokens,
      issuedTokens: new Map(),
      randomBytes,
      saveAccessToken: (accountId, token) => account(accountId).saveAccessToken(token),
    },
    authentication: {
      verifiedTokens,
      findAccessToken: (accountId, hash) => account(accountId).findAccessToken(hash),
    },
    ...rateLimits,
    trustedProxies: new TrustedProxies(settings.trustedProxies),
    pageSizeMax: settings.pageSizeMax,
    connectionLimit: limitConnections(settings, logger, metrics),
    account,
    directoryIsCurrent: () => directory.isCurrent(),
    accountOfHost: (host) => directory.accountOfHost(host),
    now: () => Date.now(),
    limitNow: limitClock(settings),
    faultInjection: null,
    traced: tracing?.around ?? null,
    record: (record) => recorder.record(record),
    observe: tracing === null ? observe : (answer) => observe(tracing.finish(answer)),
    reportFault: (error, requestId) =>
      logger.error({ request_id: requestId, fault: describeFault(error) }, "fault"),
  };
}

/** One write may fail by a lost connection or a lock; writes that fail for so long are refused. */
const failingMs = 1_000;

/**
 * Whether the writes of a server process fail. Those of request records are repeated until they work,
 * so a process whose callers' writes fail knows within a second when they work again.
 */
class WriteFate {
  #failingSince: number | null = null;

  get isFailing(): boolean {
    return this.#failingSince !== null && performance.now() - this.#failingSince >= failingMs;
  }

  async follow<T>(write: Promise<T>): Promise<T> {
    try {
      const result = await write;
      this.#failingSince = null;
      return result;
    } catch (error) {
      this.#failingSince ??= performance.now();
      throw error;
    }
  }
}
