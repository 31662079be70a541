import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { TrustedProxies } from "../http/call/raw-request.ts";
import type { ObservedApiAnswer, OperatorApiParts } from "../operator/api/serving/serve-api.ts";
import { Turns } from "../operator/api/serving/turns.ts";
import { createPagesAndApi } from "../operator/pages-and-api.ts";
import type { MachineAnswers } from "../operator/serve-machines.ts";
import { describeFault } from "./logging.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { Store } from "../store/store.ts";
import { webhookSettings, type Settings } from "./settings.ts";

/** Console and API, loaded. */
export interface OperatorPages {
  readonly server: FastifyInstance;
  /** Whose request it is, where its sender has shown a valid key or session; else null. */
  lineOf(request: IncomingMessage): string | null;
}

interface PagesParts extends Pick<
  OperatorApiParts,
  "codes" | "lookUps" | "traffic" | "publicAddress" | "isClosing"
> {
  readonly settings: Settings;
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "observeOperatorAnswer">;
  readonly machines: MachineAnswers;
  /** Adds to the server before it is asked. */
  readonly extend?: ((server: FastifyInstance) => void) | undefined;
}

export function openPages({ machines, extend, ...parts }: PagesParts): OperatorPages {
  const { settings } = parts;
  const turns = new Turns({
    readsPerKey: settings.operatorReadsPerKey,
    writesPerKey: settings.operatorWritesPerKey,
  });
  const api = operatorApiParts({
    ...parts,
    turns,
    noteSender: (request, operator) => turns.remember(request, operator),
  });
  const server = createPagesAndApi({ machines, api });
  extend?.(server);
  return { server, lineOf: (request) => turns.lineOf(request) };
}

/** Builds what the operator API needs, in the process that has the operator's listener. */
function operatorApiParts({
  settings,
  logger,
  metrics,
  ...parts
}: Pick<PagesParts, "settings" | "store" | "logger" | "metrics"> &
  Pick<
    OperatorApiParts,
    "codes" | "lookUps" | "traffic" | "publicAddress" | "isClosing" | "noteSender" | "turns"
  >): OperatorApiParts {
  const proxies = new TrustedProxies(settings.trustedProxies);
  return {
    ...parts,
    failedPerMinute: settings.rateLimitOperatorFailed,
    creationsPerMinute: settings.rateLimitCreations,
    holdsPerSecond: settings.rateLimitHolds,
    changesRetentionDays: settings.changesRetentionDays,
    webhooks: webhookSettings(settings),
    oidc: settings.oidc ?? null,
    reportSignIn: (reason, requestId) =>
      logger.warn(
        { request_id: requestId, reason },
        "signing in with the identity provider failed",
      ),
    now: Date.now,
    addressOf: ({ socket, headers }) => {
      const forwarded = headers["x-forwarded-for"];
      const chain = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
      return proxies.clientAddress(socket.remoteAddress ?? "", chain);
    },
    observe: (answer) => {
      metrics.observeOperatorAnswer(answer);
      // A limit that is reached is worth a line also where answers have none.
      if (!settings.leavesOutAnswers || limits.has(answer.refusal ?? "")) {
        logApiAnswer(logger, answer);
      }
    },
    reportFault: (error, requestId) =>
      logger.error({ request_id: requestId, fault: describeFault(error) }, "unexpected fault"),
  };
}

const limits: ReadonlySet<string> = new Set([
  "account-limit-reached",
  "too-many-creations",
  "too-many-holds",
  "too-many-requests",
]);

/** Logs one line a request, as the public listener does, with the operator's name. */
function logApiAnswer(logger: Logger, answer: ObservedApiAnswer): void {
  logger.info(
    {
      request_id: answer.requestId,
      traceparent: answer.traceparent ?? undefined,
      method: answer.method,
      endpoint: `operator:${answer.endpoint}`,
      status: answer.status,
      refusal: answer.refusal ?? undefined,
      account: answer.account ?? undefined,
      operator: answer.operator ?? undefined,
      address: answer.address,
      duration_ms: Math.round(answer.seconds * 1e6) / 1e3,
    },
    "answered",
  );
}
