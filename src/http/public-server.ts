import type { AccountId } from "../domain/account.ts";
import type { RequestRecord } from "../store/accounts/request-records.ts";
import { beginCall, type Call } from "./call.ts";
import {
  cancelInteractionBooking,
  type CancelEndpointParts,
} from "./endpoints/cancel-interaction-booking.ts";
import type { Connection, OpenCall } from "./transport/connection.ts";
import type { Outcome } from "./endpoints/endpoint.ts";
import {
  fetchContactBookings,
  type FetchEndpointParts,
} from "./endpoints/fetch-contact-bookings.ts";
import { createListener, type Listener } from "./transport/listener.ts";
import { oauthToken, type TokenEndpointParts } from "./endpoints/oauth-token.ts";
import { observed, recordOf, type ObservedAnswer } from "./observed-answer.ts";
import { sendAnswer, type SentAnswer } from "./transport/send-answer.ts";
import { createPipeline, type PipelineParts } from "./pipeline.ts";

export interface PublicServerParts
  extends
    PipelineParts,
    TokenEndpointParts,
    Omit<FetchEndpointParts, "account">,
    Omit<CancelEndpointParts, "account"> {
  account(
    id: AccountId,
  ): ReturnType<FetchEndpointParts["account"]> & ReturnType<CancelEndpointParts["account"]>;
  /** Told of every answer, once it was sent. */
  observe(answer: ObservedAnswer): void;
  /** Told of every request that can be traced (decision A62). */
  record(record: RequestRecord): void;
  /** Told of what should not have happened; the caller was answered 503. */
  reportFault(error: Error, requestId: string): void;
}

/** The public face: the three endpoints under `/v1/` and nothing else. Not yet listening. */
export function createPublicServer(parts: PublicServerParts): Listener {
  const pipeline = createPipeline(parts, [
    oauthToken(parts),
    fetchContactBookings(parts),
    cancelInteractionBooking(parts),
  ]);

  const serve = async ({ call, response }: OpenCall, connection: Connection): Promise<void> => {
    const outcome = await pipeline(call).catch((error: Error) => faulty(call, error));
    if (outcome === null) {
      connection.cut();
      return connection.requestDone();
    }
    // A server that is closing keeps no connection open for the next request.
    const isLast = connection.endsWithThis(!listener.server.listening);
    const sent = sendAnswer(call, response, outcome, isLast);
    const settle = () => {
      tell(call, sent);
      connection.requestDone();
    };
    // Of a caller who has gone Node does not say when its answer was sent.
    if (response.closed || call.request.socket.destroyed) settle();
    else response.on("close", settle);
  };

  const faulty = (call: Call, error: Error): Outcome => {
    parts.reportFault(error, call.id);
    return { refused: { why: "unavailable" } };
  };

  const tell = (call: Call, sent: SentAnswer): void => {
    const durationMs = performance.now() - call.startedAt;
    const record = recordOf(call, sent, { at: parts.now(), durationMs });
    if (record !== null) parts.record(record);
    parts.observe(observed(call, sent, durationMs));
  };

  const listener = createListener({
    beginCall: (request) => beginCall(request, parts.trustedProxies),
    serve: (open, connection) => {
      serve(open, connection).catch((error: Error) => {
        parts.reportFault(error, "none");
        connection.cut();
        connection.requestDone();
      });
    },
    clientAddress: (peer) => parts.trustedProxies.clientAddress(peer, undefined),
    observe: (answer) => parts.observe(answer),
  });
  return listener;
}
