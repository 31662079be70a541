import type { FastifyInstance } from "fastify";
import { SignInCodes } from "../operator/api/state/sign-in-codes.ts";
import { answerMachines, type MachineAnswers } from "../operator/serve-machines.ts";
import { boundConnections, createOperatorServer } from "../operator/server.ts";
import type { Metrics, MetricsSnapshot, RenderedMetrics } from "../operator/metrics.ts";
import { LookUps } from "../outgoing/look-ups/look-ups.ts";
import { WebhookSenders } from "../outgoing/webhooks/senders.ts";
import { TrafficHistory, type TrafficPortion } from "../operator/traffic/traffic.ts";
import { limitOperatorConnections } from "./connection-limit.ts";
import { drain } from "./drain.ts";
import { endingSoon } from "../domain/operator.ts";
import { addressOf, reachableAddress } from "./listening.ts";
import { startReminding } from "./reminding.ts";
import { openPosts } from "./webhook-posts.ts";
import type { MetricsExport } from "./metrics-export.ts";
import type { Logger } from "pino";
import type { OperatorPages } from "./operator-pages.ts";
import { TrustedProxies } from "../http/call/raw-request.ts";
import { describeFault } from "./logging.ts";
import { webhookSettings, type Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";

/** The operator's listener, in this thread (`openOperatorListener`) or in another (`openOperatorThread`). */
export interface OperatorListener {
  /** Resolves with its URL. */
  listen(): Promise<string>;
  /** From now on callers are served at this URL. */
  announce(api: string): Promise<void>;
  addTraffic(portion: TrafficPortion): Promise<void>;
  /** From now on `/readyz` reports that the service ends. */
  setClosing(): Promise<void>;
  /** See `RunningService`. */
  signInLink(known: boolean): Promise<string | null>;
  loadConsole(): Promise<void>;
  /** Drains and closes it. */
  close(graceSeconds: number): Promise<void>;
}

/** The listener's requests to the part of the service that serves callers. */
export interface CallerSide {
  /** Resolves when its event loop runs. */
  isAlive(): Promise<void>;
  /** The reason why callers are not served; null when they are. */
  whyNotServing(): Promise<string | null>;
  /** The metrics of the whole service; `listener` are those that the listener alone knows. */
  renderMetrics(listener: readonly MetricsSnapshot[]): Promise<RenderedMetrics>;
  /** The metrics of the whole service as data. */
  snapshotMetrics(listener: readonly MetricsSnapshot[]): Promise<MetricsSnapshot>;
}

export interface OperatorListenerParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Pick<
    Metrics,
    "observeOperatorAnswer" | "countOperatorConnectionForRoom" | "showEndingKeys" | "webhooks"
  >;
  readonly callers: CallerSide;
  /** Adds to the server before it listens. */
  readonly extend?: ((server: FastifyInstance) => void) | undefined;
}

/** Creates the operator's listener, with the state that it reports while the service runs. */
export function openOperatorListener(parts: OperatorListenerParts): OperatorListener {
  const { settings, store } = parts;
  const codes = new SignInCodes();
  const lookUps = new LookUps();
  const traffic = new TrafficHistory(Date.now());
  let closing = false;
  const machines = machinesOf(parts, () => closing);
  let publicAddress: string | null = null;
  let pages: OperatorPages | null = null;
  const server = createOperatorServer({
    idleLimitMs: new TrustedProxies(settings.trustedProxies).idleLimitMs,
    machines,
    load: async () => {
      const { openPages } = await import("./operator-pages.ts");
      pages ??= openPages({
        ...parts,
        machines,
        codes,
        lookUps,
        traffic,
        publicAddress: () => publicAddress,
        isClosing: () => closing,
      });
      return pages.server;
    },
    reportFault: (error) =>
      parts.logger.error({ fault: describeFault(error) }, "the operator API cannot be loaded"),
  });
  boundConnections(server.http, {
    ...limitOperatorConnections(settings, parts.logger, parts.metrics),
    // Whoever asks before the API is loaded has shown no key.
    ownerOf: (request) => pages?.lineOf(request) ?? null,
  });
  const senders = openSenders(parts, lookUps);
  let sent: MetricsExport | null = null;
  let reminding: ReturnType<typeof startReminding> | null = null;
  return {
    listen: async () => {
      await server.listen({ host: settings.operatorHost, port: settings.operatorPort });
      senders.start();
      reminding = startReminding(store, parts.logger);
      sent = await sendMetrics(parts, lookUps);
      return addressOf(server.http);
    },
    announce: async (api) => {
      publicAddress = reachableAddress(api);
    },
    addTraffic: async (portion) => traffic.add(portion, Date.now()),
    setClosing: async () => {
      closing = true;
    },
    signInLink: (known) =>
      signInLink({ codes, store, operator: addressOf(server.http) }, known, Date.now()),
    loadConsole: async () => server.loadAhead(),
    close: async (graceSeconds) => {
      closing = true;
      await reminding?.close();
      await senders.close();
      await sent?.close();
      await drain(server.http, graceSeconds);
      await server.close();
    },
  };
}

function machinesOf(
  { store, metrics, callers }: OperatorListenerParts,
  isClosing: () => boolean,
): MachineAnswers {
  return answerMachines({
    metrics: {
      render: async () => {
        await showEndingKeys(store, metrics).catch(() => {});
        return callers.renderMetrics([]);
      },
    },
    isAlive: () => callers.isAlive(),
    ping: () => store.ping(),
    probeWrite: () => store.probeWrite(),
    schemaState: () => store.schemaState(),
    whyNotServing: () => callers.whyNotServing(),
    isClosing,
  });
}

function openSenders(
  { store, settings, metrics, logger }: OperatorListenerParts,
  lookUps: LookUps,
): WebhookSenders {
  return new WebhookSenders({
    store,
    lookUps,
    posts: openPosts({ settings, metrics, logger }),
    settings: webhookSettings(settings),
    changesRetentionDays: settings.changesRetentionDays,
    metrics: metrics.webhooks,
    reportFault: (webhook, error) =>
      logger.error(
        { webhook, fault: describeFault(error) },
        "delivering for webhooks will be tried again",
      ),
  });
}

/** Null where metrics are not sent; then OpenTelemetry's packages are not loaded. */
async function sendMetrics(
  { settings, logger, callers }: OperatorListenerParts,
  lookUps: LookUps,
): Promise<MetricsExport | null> {
  if (settings.metricsExport === undefined) return null;
  const { openMetricsExport } = await import("./metrics-export.ts");
  return openMetricsExport({
    settings: settings.metricsExport,
    lookup: lookUps.of("collector"),
    gather: () => callers.snapshotMetrics([]),
    reportTrouble: (error) =>
      logger.warn({ fault: describeFault(error) }, "metrics could not be sent"),
  });
}

/** Without a database the metrics keep what they showed. */
async function showEndingKeys(
  { operators }: Pick<Store, "operators">,
  metrics: Pick<Metrics, "showEndingKeys">,
): Promise<void> {
  const now = Date.now();
  metrics.showEndingKeys(endingSoon(await operators.list(), now), now);
}

/**
 * A link into the console that works once. It makes the first operator, or, where `known` is true,
 * signs in as the longest-serving admin; null where neither applies. The code stands behind the `#`,
 * which no browser sends.
 */
async function signInLink(
  parts: {
    readonly codes: SignInCodes;
    readonly store: Pick<Store, "operators">;
    /** The URL of the operator's listener. */
    readonly operator: string;
  },
  known: boolean,
  now: number,
): Promise<string | null> {
  const { codes, store } = parts;
  const keyHash = known ? await store.operators.keyHashOfAdmin() : null;
  if (keyHash === null && (await store.operators.areAny())) return null;
  const code = codes.offer(keyHash === null ? { kind: "first" } : { kind: "known", keyHash }, now);
  const link = new URL("/sign-in", reachableAddress(parts.operator));
  link.hash = `code=${code}`;
  return link.href;
}
