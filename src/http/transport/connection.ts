import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpRefusal } from "../call/answers.ts";
import type { Call } from "../call/call.ts";

/** A call, and where its answer goes. */
export interface OpenCall {
  readonly call: Call;
  readonly response: ServerResponse;
}

export interface ConnectionParts {
  /** Serves one call. Resolves when its answer has left, or nobody is there to take it; never rejects. */
  serve(open: OpenCall, connection: Connection): Promise<void>;
  /** Called when the socket is closed and none of its calls is being served; maybe more than once. */
  onOver(): void;
}

/** How many calls may be open on a connection: requests may be sent ahead of their answers. */
const maxOpen = 32;
/** How many requests are let go by unread behind the last one before the sender is cut off. */
const maxIgnored = 256;
/** How long a connection that was ended may go on sending, so that it reads its last answer first. */
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
  /** As they have arrived: the first is being served, the others wait. */
  #open: OpenCall[] = [];
  /** The last request that was taken, answered or not: until it is complete, all that comes is its. */
  #latest: IncomingMessage | null = null;
  /** Nothing that still arrives is taken for a request, and the last answer ends the connection. */
  #takesNoMore = false;
  #ignored = 0;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.once("close", () => this.#endWhenOver());
  }

  /** Also while nobody is there any more who could be answered. */
  get isServing(): boolean {
    return this.#open.length > 0;
  }

  /** A request has arrived. It is served when those before it are answered. */
  take(open: OpenCall): void {
    // Behind a last answer the socket is read on until it is closed.
    const isEnding = this.#takesNoMore || !this.#socket.writable;
    if (isEnding || this.#open.length === maxOpen) return this.#ignore();
    const { request } = open.call;
    this.#latest = request;
    // What stands behind an offer to upgrade is lost to Node, or its beginning is.
    if (request.headers.upgrade !== undefined) this.#takesNoMore = true;
    this.#open.push(open);
    if (this.#open.length === 1) void this.#serveInTurn();
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
    if (this.#ignored > maxIgnored) this.#socket.destroy();
  }

  /** Whether the call that is being served is the last one, here or because the service is closing. */
  endsWithThis(isClosing: boolean): boolean {
    return this.#open.length === 1 && (this.#takesNoMore || isClosing);
  }

  /**
   * What arrives cannot be read any further. If it is the body of a call, that call is refused; else
   * the calls that came before have the connection's last answers. True when there is neither, so
   * that the refusal is an answer of its own.
   */
  breakOff(refusal: HttpRefusal): boolean {
    this.#takesNoMore = true;
    const isBody = this.#latest?.complete === false;
    if (isBody) this.#open.at(-1)?.call.body.breakOff(refusal);
    if (this.#open.length > 0) return false;
    // A body that stops although its call was answered is worth no second answer.
    if (isBody) this.end();
    return this.#socket.writable;
  }

  /** Nothing has moved for a while. Node tells this once, unless it is asked again. */
  timeOut(): void {
    const [serving] = this.#open;
    // Nobody asks for anything, or does not take the answer.
    if (serving === undefined || serving.response.headersSent) return void this.#socket.destroy();
    if (!serving.call.request.complete) this.breakOff({ why: "request-too-slow" });
    this.#socket.setTimeout(this.#socket.timeout ?? 0);
  }

  /** Ends the connection, after this and all that was written before. */
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
