import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { render, type HttpRefusal } from "../call/answers.ts";
import type { Call } from "../call/call.ts";
import type { ConnectionParts } from "./connection.ts";
import { Connections } from "./connections.ts";
import type { ObservedAnswer } from "../call/observed-answer.ts";
import { newRequestId } from "../call/raw-request.ts";
import { refusalOfClientError, unreadableAnswer } from "./unreadable-request.ts";

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
  beginCall(request: IncomingMessage): Call;
  serve: ConnectionParts["serve"];
  /** The caller's address, by that of the other end of the connection. */
  clientAddress(peer: string): string;
  /** Told of what could not be read as a request. */
  observe(answer: ObservedAnswer): void;
}

export interface Listener {
  readonly server: Server;
  readonly connections: Connections;
}

/** Reads HTTP, and answers by itself what is none. Not yet listening. */
export function createListener(parts: ListenerParts): Listener {
  const connections = new Connections(parts.serve);
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    connections.of(request.socket)?.take({ call: parts.beginCall(request), response });
  };
  const server = createServer(
    {
      ...timeouts,
      // A missing Host is refused in the interface's shape instead of Node's.
      requireHostHeader: false,
      // Nobody reads a body where none is announced.
      optimizeEmptyRequests: true,
    },
    take,
  );
  server.on("connection", (socket) => connections.add(socket));
  server.setTimeout(connectionTimeoutMs, (socket) => connections.of(socket)?.timeOut());
  // A caller that asks first whether it may send its body gets its answer from the endpoint.
  server.on("checkExpectation", take);
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    // Node has let go of it, with all that it listened to.
    socket.on("error", () => socket.destroy());
    socket.on("timeout", () => connections.of(socket)?.timeOut());
    socket.resume();
    refuseUnreadable(socket, { why: "http-malformed", problem: "CONNECT is not supported" });
  });
  server.on("clientError", (error, socket) => {
    const refusal = refusalOfClientError(error);
    if (refusal === null) socket.destroy();
    else refuseUnreadable(socket, refusal);
  });
  return { server, connections };

  /** What could not be read as a request is answered all the same, and seen in log and metrics. */
  function refuseUnreadable(socket: Duplex, refusal: HttpRefusal): void {
    const connection = connections.of(socket);
    const { remoteAddress = "" } = socket as Socket;
    if (connection?.breakOff(refusal) !== true) return;
    const requestId = newRequestId();
    connection.end(unreadableAnswer(refusal, requestId));
    parts.observe({
      requestId,
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
}
