import type { ServerResponse } from "node:http";
import type { RequestRecord } from "../store/doors/access.ts";
import { Call } from "./call/call.ts";
import { cancelInteractionBooking } from "./endpoints/cancel-interaction-booking.ts";
import type { EndpointParts } from "./endpoints/endpoint.ts";
import type { ConnectionLimit, Connection, OpenCall } from "./transport/connections.ts";
import type { Outcome } from "./call/answers.ts";
import { cut, type Cut, createPipeline, type PipelineParts } from "./pipeline.ts";
import { fetchContactBookings } from "./endpoints/fetch-contact-bookings.ts";
import { createListener, type Listener } from "./transport/listener.ts";
import { oauthToken } from "./endpoints/oauth-token.ts";
import {
  observed,
  recordOf,
  type ObservedAnswer,
  sendAnswer,
  type SentAnswer,
} from "./call/sent-answer.ts";

export interface PublicServerParts extends PipelineParts, EndpointParts {
  readonly connectionLimit: ConnectionLimit;
  /** Serves a call within a trace; null where requests are not traced. */
  readonly traced: ((call: Call, serve: () => Promise<void>) => Promise<void>) | null;
  /** Called with every answer, once it was sent or its caller has disconnected. */
  observe(answer: ObservedAnswer): void;
  /** Called with the record of each request that has one (`recordOf`). */
  record(record: RequestRecord): void;
  /** Called with an unexpected error; the caller is answered 503, or cut off where the answer itself failed. */
  reportFault(error: Error, requestId: string): void;
}

/**
 * The public server with the three endpoints under `/v1/` and nothing else. It does not listen yet.
 *
 * The listener reads a request and passes it to its connection, which calls `serve` when the
 * requests before it are answered. `serve` runs the pipeline and sends the outcome.
 */
export function createPublicServer(parts: PublicServerParts): Listener {
  const pipeline = createPipeline(parts, [
    oauthToken(parts),
    fetchContactBookings(parts),
    cancelInteractionBooking(parts),
  ]);

  const serve = async ({ call, response }: OpenCall, connection: Connection): Promise<void> => {
    let outcome: Outcome | Cut;
    try {
      outcome = await pipeline(call);
    } catch (error) {
      outcome = refuseAfterFault(call, error as Error);
    }
    if (outcome === cut) return connection.cut();
    // A server that is closing keeps no connection open for the next request.
    const isLast = connection.endsWithThis(!listener.server.listening) || call.isLast;
    const sent = sendAnswer(call, response, outcome, isLast);
    await untilSent(call, response);
    observe(call, sent);
  };

  const { traced } = parts;
  const serveTraced =
    traced === null
      ? serve
      : (open: OpenCall, connection: Connection) =>
          traced(open.call, () => serve(open, connection));

  const refuseAfterFault = (call: Call, error: Error): Outcome => {
    parts.reportFault(error, call.id);
    return { refused: { why: "unavailable" } };
  };

  const observe = (call: Call, sent: SentAnswer): void => {
    const durationMs = performance.now() - call.startedAt;
    const record = recordOf(call, sent, { at: parts.now(), durationMs });
    if (record !== null) parts.record(record);
    parts.observe(observed(call, sent, durationMs));
  };

  const listener = createListener({
    beginCall: (request) => new Call(request, parts.trustedProxies),
    serve: (open, connection) =>
      serveTraced(open, connection).catch((error: Error) => {
        parts.reportFault(error, "none");
        connection.cut();
      }),
    connectionLimit: parts.connectionLimit,
    idleLimitMs: parts.trustedProxies.idleLimitMs,
    clientAddress: (peer) => parts.trustedProxies.clientAddress(peer, undefined),
    observe: (answer) => parts.observe(answer),
  });
  return listener;
}

function untilSent({ request }: Call, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    // Node emits no event for an answer to a caller that has disconnected.
    if (response.closed || request.socket.destroyed) resolve();
    else response.on("close", resolve);
  });
}
