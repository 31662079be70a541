import cluster, { type Worker } from "node:cluster";
import module from "node:module";
import { fileURLToPath } from "node:url";
import type { LimitCount } from "../../http/rate-limits/counts-exchange.ts";
import type { Settings } from "../settings.ts";
import type { StartFailure, ToServer, ToSupervisor } from "./messages.ts";

/** What the supervisor wants to hear of a server process. */
export interface ChildEvents {
  readonly counts: (child: ServerChild, counts: readonly LimitCount[], urgent: boolean) => void;
  readonly metrics: (child: ServerChild, metrics: unknown) => void;
  readonly traffic: (portion: unknown) => void;
  /** It is gone; once. */
  readonly ended: (child: ServerChild, how: Ending) => void;
}

export interface Ending {
  readonly status: number | null;
  readonly signal: string | null;
}

/** How long a server process may take to answer a question. */
const answerLimitMs = 1_000;
/**
 * How long, beyond the grace period, a process may take to close what it has open: it waits for calls of
 * callers who have gone, and then writes what is to be recorded.
 */
const closingLimitMs = 10_000;

/** One server process, seen from the supervisor. */
export class ServerChild {
  /** Its place among its siblings, from 1; the process that replaces it has the same. */
  readonly number: number;
  readonly startedAt = performance.now();
  /** Where it listens; rejects with `ServerNotStarted` when it could not. */
  readonly ready: Promise<string>;
  readonly gone: Promise<void>;
  isReady = false;
  /** It was told to end, so its end is no death. */
  isEnding = false;
  readonly #worker: Worker;
  readonly #answers = new Map<number, (answer: unknown) => void>();
  #questions = 0;

  private constructor(number: number, worker: Worker, events: ChildEvents) {
    this.number = number;
    this.#worker = worker;
    const ready = Promise.withResolvers<string>();
    const gone = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.gone = gone.promise;
    // Whoever waits for it sees the failure; a replacement that fails is seen by its end.
    ready.promise.catch(() => {});
    worker.on("message", (message: ToSupervisor) => {
      if (message.kind === "ready") {
        this.isReady = true;
        ready.resolve(message.api);
      } else if (message.kind === "failed") ready.reject(new ServerNotStarted(message.failure));
      else if (message.kind === "answer") this.#answers.get(message.id)?.(message.answer);
      else if (message.kind === "counts") events.counts(this, message.counts, message.urgent);
      else if (message.kind === "traffic") events.traffic(message.portion);
      else events.metrics(this, message.metrics);
    });
    // A process that is gone cannot be told anything; that it is gone is told by its end.
    worker.on("error", () => {});
    worker.once("exit", (status: number | null, signal: string | null) => {
      this.isReady = false;
      const message = `A server process ended before it was ready (${signal ?? status}).`;
      ready.reject(new ServerNotStarted({ message }));
      for (const answer of this.#answers.values()) answer(null);
      gone.resolve();
      events.ended(this, { status, signal });
    });
  }

  static start(number: number, settings: Settings, events: ChildEvents): ServerChild {
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: program, args: [] });
    const compiled = module.getCompileCacheDir();
    const worker = cluster.fork(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled });
    const child = new ServerChild(number, worker, events);
    child.send({ kind: "start", settings, number });
    return child;
  }

  get id(): number {
    return this.#worker.id;
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  send(message: ToServer): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  /** Null when no answer comes in time. */
  async ask(about: "metrics" | "health"): Promise<unknown> {
    const id = (this.#questions += 1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => resolve(null), answerLimitMs);
    this.#answers.set(id, resolve);
    this.send({ kind: "ask", id, about });
    const answer = await promise;
    clearTimeout(timer);
    this.#answers.delete(id);
    return answer;
  }

  /** Lets it finish what has begun and waits for its end; kills it where that takes too long. */
  async end(graceSeconds: number): Promise<void> {
    this.isEnding = true;
    // What does not serve yet has nothing to finish.
    if (this.isReady) this.send({ kind: "drain" });
    else this.kill();
    const timer = setTimeout(() => this.kill(), graceSeconds * 1000 + closingLimitMs);
    await this.gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.isEnding = true;
    this.#worker.process.kill("SIGKILL");
  }
}

const program = fileURLToPath(new URL("../worker.ts", import.meta.url));

/** A server process could not start; tells of a listener that could not be had as Node would. */
export class ServerNotStarted extends Error {
  override name = "ServerNotStarted";
  readonly code: string | undefined;
  readonly port: number | undefined;
  readonly address: string | undefined;

  constructor({ message, code, port, address }: StartFailure) {
    super(message);
    this.code = code;
    this.port = port;
    this.address = address;
  }
}
