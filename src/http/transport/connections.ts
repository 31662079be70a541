import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpRefusal } from "../call/answers.ts";
import type { Call } from "../call/call.ts";

/** How many connections there is room for. */
export interface ConnectionLimit {
  readonly most: number;
  /** Called when a connection comes and there is no room: another one is cut, or itself. */
  readonly onFull: () => void;
}

/**
 * The connections of a listener. Node forgets those that sent CONNECT, counts those that sent
 * nothing as busy, and knows nothing of calls whose callers have disconnected, so they are tracked
 * here.
 */
export class Connections {
  readonly #serve: ConnectionParts["serve"];
  readonly #limit: ConnectionLimit;
  /** Open connections, and closed ones with a call that is still being served. */
  readonly #all = new Map<Duplex, Connection>();

  constructor(serve: ConnectionParts["serve"], connectionLimit: ConnectionLimit) {
    this.#serve = serve;
    this.#limit = connectionLimit;
  }

  add(socket: Socket): void {
    if (this.#all.size >= this.#limit.most && !this.#makeRoom()) return void socket.destroy();
    const onOver = () => this.#all.delete(socket);
    this.#all.set(socket, new Connection(socket, { serve: this.#serve, onOver }));
  }

  of(socket: Duplex): Connection | undefined {
    return this.#all.get(socket);
  }

  /**
   * Cuts the oldest connection that never sent a request, or else the oldest idle one. False when all are
   * busy: the new one then has to go.
   */
  #makeRoom(): boolean {
    this.#limit.onFull();
    let idle: Connection | null = null;
    for (const [socket, connection] of this.#all) {
      if (connection.isServing || socket.destroyed) continue;
      idle ??= connection;
      if (!connection.isUnused) continue;
      idle = connection;
      break;
    }
    idle?.cut();
    return idle !== null;
  }

  /** Cuts the connections without an open call. */
  closeIdleConnections(): void {
    for (const connection of this.#all.values()) if (!connection.isServing) connection.cut();
  }

  closeAllConnections(): void {
    for (const connection of this.#all.values()) connection.cut();
  }

  /** Whether a call is being served, also one whose caller has disconnected. */
  get isServing(): boolean {
    return [...this.#all.values()].some((connection) => connection.isServing);
  }
}

/** A call and the response that answers it. */
export interface OpenCall {
  readonly call: Call;
  readonly response: ServerResponse;
}

export interface ConnectionParts {
  /**
   * Serves one call. Resolves when its answer was sent or its caller has disconnected; never
   * rejects.
   */
  serve(open: OpenCall, connection: Connection): Promise<void>;
  /** Called, maybe repeatedly, when the socket is closed and none of its calls is being served. */
  onOver(): void;
}

/** How many calls may be open on a connection: clients may pipeline requests. */
const maxOpen = 32;
/** Nothing more is read after this many requests behind the last one that is served. */
const maxIgnored = 256;
/** How long an ended connection stays open for reading, so that the caller receives the last answer. */
const lingerMs = 1_000;

/**
 * A connection and the calls that are open on it. `take` receives each request from the listener, and
 * `#serveInTurn` serves them one after the other, as they have arrived (RFC 9112, 9.3.2): the answer
 * to one may end the connection, and a request behind the last answer is neither answered nor begun
 * (decision B196).
 */
export class Connection {
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;
  /** In order of arrival: the first is being served, the others wait. */
  #open: OpenCall[] = [];
  /**
   * The last request that was taken, answered or not: until it is complete, arriving bytes belong
   * to it.
   */
  #latest: IncomingMessage | null = null;
  /** No further request is taken, and the last answer ends the connection. */
  #takesNoMore = false;
  #ignored = 0;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.once("end", () => this.#halfClosed());
    socket.once("close", () => this.#endWhenOver());
  }

  /** True also for a call whose caller has disconnected. */
  get isServing(): boolean {
    return this.#open.length > 0;
  }

  /** No request was ever read on it. */
  get isUnused(): boolean {
    return this.#latest === null;
  }

  /** Takes a request that has arrived. It is served when those before it are answered. */
  take(open: OpenCall): void {
    // Requests behind the last answer are read and dropped until the socket is closed.
    const isEnding = this.#takesNoMore || !this.#socket.writable;
    if (isEnding || this.#open.length === maxOpen) return this.#ignore();
    const { request } = open.call;
    this.#latest = request;
    // Node drops the bytes behind an offer to upgrade, or the first of them.
    if (request.headers.upgrade !== undefined) this.#takesNoMore = true;
    this.#open.push(open);
    if (this.#open.length === 1) void this.#serveInTurn();
  }

  /** The caller sends no more: the call at work has the last answer, and no other one is begun. */
  #halfClosed(): void {
    this.#takesNoMore = true;
    this.#open.splice(1);
  }

  async #serveInTurn(): Promise<void> {
    for (let [first] = this.#open; first !== undefined; [first] = this.#open) {
      await this.#parts.serve(first, this);
      this.#open.shift();
      if (!this.#socket.writable) this.#open = [];
    }
    if (this.#takesNoMore) this.end();
    this.#endWhenOver();
  }

  #ignore(): void {
    this.#takesNoMore = true;
    this.#ignored += 1;
    if (this.#ignored > maxIgnored) this.#socket.pause();
  }

  /** Whether the call that is being served is the last one, here or because the service is closing. */
  endsWithThis(isClosing: boolean): boolean {
    return this.#open.length === 1 && (this.#takesNoMore || isClosing);
  }

  /**
   * Stops reading, because the bytes cannot be parsed or come too slowly. If they belong to the body
   * of a call, that call is refused; else the open calls have the connection's last answers. True
   * when the refusal is an answer of its own: no call is open, and none of this body was answered.
   */
  breakOff(refusal: HttpRefusal): boolean {
    this.#takesNoMore = true;
    const isBody = this.#latest?.complete === false;
    if (isBody) this.#open.at(-1)?.call.body.breakOff(refusal);
    if (this.#open.length > 0) return false;
    // The call of this body was answered already, so there is no second answer.
    if (isBody) this.end();
    return this.#socket.writable;
  }

  /** The socket was idle for its timeout. Node emits this once until the timeout is set again. */
  timeOut(): void {
    const [serving] = this.#open;
    // No call is open, or the caller does not read the answer.
    if (serving === undefined || serving.response.headersSent) return void this.#socket.destroy();
    if (!serving.call.request.complete) this.breakOff({ why: "request-too-slow" });
    this.#socket.setTimeout(this.#socket.timeout ?? 0);
  }

  /** Ends the connection after `lastAnswer` and all earlier writes. */
  end(lastAnswer = ""): void {
    if (!this.#socket.writable) return;
    this.#takesNoMore = true;
    this.#socket.end(lastAnswer);
    setTimeout(() => this.#socket.destroy(), lingerMs).unref();
  }

  cut(): void {
    this.#socket.destroy();
  }

  #endWhenOver(): void {
    if (this.#socket.destroyed && this.#open.length === 0) this.#parts.onOver();
  }
}
