import type { Logger } from "pino";
import { TrustedProxies } from "../http/call/client-address.ts";
import { describeFault } from "./logging.ts";
import type { ObservedApiAnswer, OperatorApiParts } from "../operator/api/serving/serve-api.ts";
import type { SignInCodes } from "../operator/api/state/sign-in-codes.ts";
import type { Metrics } from "../operator/metrics.ts";
import type { TrafficHistory } from "../operator/traffic/traffic.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";

/** Builds what the operator API needs, in the process that has the operator's listener. */
export function operatorApiParts({
  settings,
  logger,
  metrics,
  ...parts
}: {
  readonly settings: Settings;
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "observeOperatorAnswer">;
  readonly codes: SignInCodes;
  readonly traffic: TrafficHistory;
  readonly publicAddress: () => string | null;
  readonly isClosing: () => boolean;
  readonly noteKnown: OperatorApiParts["noteKnown"];
}): OperatorApiParts {
  const proxies = new TrustedProxies(settings.trustedProxies);
  return {
    ...parts,
    failedPerMinute: settings.rateLimitOperatorFailed,
    changesRetentionDays: settings.changesRetentionDays,
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
      if (!settings.leavesOutAnswers) logApiAnswer(logger, answer);
    },
    reportFault: (error, requestId) =>
      logger.error({ request_id: requestId, fault: describeFault(error) }, "unexpected fault"),
  };
}

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
