import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/**
 * The requests of each connection that have not been answered, nearly always one. A connection may
 * send requests ahead of their answers, but only so many: who sends ever more without reading would
 * fill the memory.
 */
const open = new WeakMap<Duplex, IncomingMessage[]>();
const maxOpen = 32;

/** Connections whose next bytes could not be read: they end once what came before is answered. */
const ending = new WeakSet<Duplex>();

/** False when the connection has too many requests open: it should be cut off. */
export function openRequest(request: IncomingMessage): boolean {
  const requests = open.get(request.socket);
  if (requests === undefined) open.set(request.socket, [request]);
  else requests.push(request);
  return requests === undefined || requests.length <= maxOpen;
}

export function closeRequest(request: IncomingMessage): void {
  const requests = open.get(request.socket);
  requests?.splice(requests.indexOf(request), 1);
  if (ending.has(request.socket) && !hasComplete(requests)) request.socket.end();
}

/**
 * True when requests that arrived whole still wait for their answers: the fault of the bytes behind
 * them is not their answer, so the connection ends after them.
 */
export function endAfterAnswers(socket: Duplex): boolean {
  const waits = hasComplete(open.get(socket));
  if (waits) ending.add(socket);
  return waits;
}

function hasComplete(requests: readonly IncomingMessage[] = []): boolean {
  return requests.some((request) => request.complete);
}
