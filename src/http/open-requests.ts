import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * The requests of each connection that have not been answered, nearly always one. A connection may
 * send requests ahead of their answers, but only so many: who sends ever more without reading would
 * fill the memory.
 */
const open = new WeakMap<Duplex, ServerResponse[]>();
const maxOpen = 32;

/** Connections whose next bytes could not be read: they end once what came before is answered. */
const ending = new WeakSet<Duplex>();

/** False when the connection has too many requests open: it should be cut off. */
export function openRequest(response: ServerResponse): boolean {
  const { socket } = response.req;
  const responses = open.get(socket);
  if (responses === undefined) open.set(socket, [response]);
  else responses.push(response);
  return responses === undefined || responses.length <= maxOpen;
}

export function closeRequest(response: ServerResponse): void {
  const { socket } = response.req;
  const responses = open.get(socket);
  responses?.splice(responses.indexOf(response), 1);
  if (ending.has(socket) && !responses?.some(hasArrived)) socket.end();
}

/**
 * True when requests that arrived whole still wait for their answers: the fault of the bytes behind
 * them is not their answer, so the connection ends after them.
 */
export function endAfterAnswers(socket: Duplex): boolean {
  const waits = open.get(socket)?.some(hasArrived) ?? false;
  if (waits) ending.add(socket);
  return waits;
}

/** What a connection on which nothing moves waits for. */
export function waitsFor(socket: Duplex): "service" | "body" | "nothing" {
  const responses = open.get(socket) ?? [];
  if (responses.some((response) => hasArrived(response) && !response.headersSent)) return "service";
  return responses.some((response) => !hasArrived(response)) ? "body" : "nothing";
}

function hasArrived(response: ServerResponse): boolean {
  return response.req.complete;
}
