import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { render, type HttpRefusal } from "./answers.ts";
import type { ObservedAnswer } from "./observed-answer.ts";
import { endAfterAnswers, waitsFor } from "./open-requests.ts";
import { answerBySocket, refusalOfClientError } from "./unreadable-request.ts";

/** How long each part of a request may take; Node's own limits let slow connections pile up. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 8_000,
  /** Between two requests on one connection. */
  keepAliveTimeout: 10_000,
  /** How often the limits above are looked at. */
  connectionsCheckingInterval: 500,
} as const;
/**
 * Nothing read or written on a connection, and not because of the service: it is ended. That is later
 * than a sender whose headers stay away is told so, even where that is looked for late. Node gives a
 * connection that does not take its answer this time twice.
 */
const connectionTimeoutMs = timeouts.headersTimeout + 2 * timeouts.connectionsCheckingInterval;

export interface ListenerParts {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** The caller's address, by that of the other end of the connection. */
  clientAddress(peer: string): string;
  /** Told of what could not be read as a request. */
  observe(answer: ObservedAnswer): void;
}

/** Reads HTTP, and answers by itself what is none. Not yet listening. */
export function createListener(parts: ListenerParts): Server {
  const server = createServer(
    {
      ...timeouts,
      // A missing Host is refused in the interface's shape instead of Node's.
      requireHostHeader: false,
      // Nobody reads a body where none is announced.
      optimizeEmptyRequests: true,
    },
    parts.serve,
  );
  server.setTimeout(connectionTimeoutMs, (socket) => {
    const waited = waitsFor(socket);
    if (waited === "body") answerUnreadable(socket, { why: "request-too-slow" }, parts);
    else if (waited === "nothing") socket.destroy();
  });
  // A caller that asks first whether it may send its body gets its answer from the endpoint.
  server.on("checkExpectation", parts.serve);
  server.on("connect", (_request: IncomingMessage, socket: Duplex) =>
    answerUnreadable(socket, { why: "method-not-allowed", allow: "GET or POST" }, parts),
  );
  server.on("clientError", (error, socket) => {
    const refusal = refusalOfClientError(error);
    if (refusal === null) socket.destroy();
    else answerUnreadable(socket, refusal, parts);
  });
  return server;
}

/** What could not be read as a request is answered all the same, and seen in log and metrics. */
function answerUnreadable(socket: Duplex, refusal: HttpRefusal, parts: ListenerParts): void {
  const { remoteAddress = "" } = socket as Socket;
  if (endAfterAnswers(socket)) return;
  const id = answerBySocket(socket, refusal);
  if (id === null) return;
  parts.observe({
    requestId: id,
    method: "none",
    endpoint: "none",
    status: render(refusal).status,
    refusal: refusal.why,
    account: null,
    clientId: null,
    address: parts.clientAddress(remoteAddress),
    seconds: 0,
  });
}
