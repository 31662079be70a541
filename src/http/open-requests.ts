import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/**
 * The requests of each connection that have not been answered. A connection may send requests ahead
 * of their answers, but only so many: who sends ever more without reading would fill the memory.
 */
const open = new WeakMap<Duplex, Set<IncomingMessage>>();
const maxOpen = 32;

/** Connections whose next bytes could not be read: they end once what came before is answered. */
const ending = new WeakSet<Duplex>();

/** False when the connection has too many requests open: it should be cut off. */
export function openRequest(request: IncomingMessage): boolean {
  const requests = open.get(request.socket) ?? new Set();
  open.set(request.socket, requests.add(request));
  return requests.size <= maxOpen;
}

export function closeRequest(request: IncomingMessage): void {
  const requests = open.get(request.socket);
  requests?.delete(request);
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

function hasComplete(requests: ReadonlySet<IncomingMessage> | undefined): boolean {
  return [...(requests ?? [])].some((request) => request.complete);
}
