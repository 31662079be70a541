import type { BoundSocket } from "node:net";
import { bindPublicPort } from "./listening.ts";
import type { Settings } from "./settings.ts";
import { pauseBeforeRestart } from "./restart-pause.ts";
import { ServerChild, type ChildEvents, type Ending } from "./server-child.ts";

export interface PoolEvents extends Pick<ChildEvents, "counts" | "metrics" | "traffic"> {
  /** A process serves: at the start, or as a replacement. */
  readonly joined: (child: ServerChild) => void;
  /** A process has exited. */
  readonly left: (child: ServerChild) => void;
  /** A process has exited unasked; its replacement starts after the pause. */
  readonly died: (child: ServerChild, how: Ending & { readonly pauseMs: number }) => void;
}

/** A numbered place for a server process, and for those that replace it. */
interface Place {
  readonly number: number;
  child: ServerChild;
  deaths: number;
  /** Its process has died, and the next one does not serve yet. */
  isMissing: boolean;
  /** Set while the place waits for its replacement. */
  timer: NodeJS.Timeout | null;
}

/** A rolling restart gives up when a new process does not serve within this time. */
const startLimitMs = 60_000;

/**
 * The server processes of one supervisor. The supervisor binds the sockets of the public port and
 * accepts nothing. Each process inherits them and listens on its own. The connections that wait at the
 * socket of a process that dies are accepted by the other processes (decision B50).
 */
export class ServerPool {
  readonly #settings: Settings;
  readonly #events: PoolEvents;
  #places: Place[] = [];
  #port: BoundSocket[] = [];
  /** Processes that start or drain during a rolling restart. */
  readonly #others = new Set<ServerChild>();
  #closing = false;

  constructor(settings: Settings, events: PoolEvents) {
    this.#settings = settings;
    this.#events = events;
  }

  /** Starts all; resolves with their URL when all serve. Throws when one cannot. */
  async start(): Promise<string> {
    this.#port = await bindPublicPort(this.#settings, this.#settings.processes);
    this.#places = Array.from({ length: this.#settings.processes }, (_, index) => ({
      number: index + 1,
      child: this.#fork(index + 1),
      deaths: 0,
      isMissing: false,
      timer: null,
    }));
    const [api = ""] = await Promise.all(this.#places.map(({ child }) => child.ready));
    return api;
  }

  get size(): number {
    return this.#places.length;
  }

  get serving(): ServerChild[] {
    return this.#places.map(({ child }) => child).filter((child) => child.isReady);
  }

  /** Replaces one process after the other. A new one serves before the old one ends. */
  async restart(): Promise<void> {
    for (const place of this.#places) {
      const fresh = this.#fork(place.number);
      this.#others.add(fresh);
      const timer = setTimeout(() => fresh.kill(), startLimitMs);
      try {
        await fresh.ready;
      } finally {
        clearTimeout(timer);
        this.#others.delete(fresh);
        // A process that did not become ready is not left behind.
        if (!fresh.isReady) fresh.kill();
      }
      const old = place.child;
      if (place.timer !== null) clearTimeout(place.timer);
      Object.assign(place, { child: fresh, timer: null, isMissing: false });
      this.#others.add(old);
      await old.end(this.#settings.shutdownGraceSeconds);
      this.#others.delete(old);
      if (this.#closing) return;
    }
  }

  /** Drains all and waits until they have exited. */
  async close(): Promise<void> {
    this.#stopReplacing();
    this.#closePort();
    await Promise.all(this.#all().map((child) => child.end(this.#settings.shutdownGraceSeconds)));
  }

  kill(): void {
    this.#stopReplacing();
    this.#closePort();
    for (const child of this.#all()) child.kill();
  }

  #stopReplacing(): void {
    this.#closing = true;
    for (const { timer } of this.#places) if (timer !== null) clearTimeout(timer);
  }

  /** Connections that nobody has accepted are refused when the processes have closed theirs. */
  #closePort(): void {
    for (const socket of this.#port.splice(0)) socket.close();
  }

  #all(): ServerChild[] {
    return [...this.#places.map(({ child }) => child), ...this.#others];
  }

  #fork(number: number): ServerChild {
    const sockets = this.#port.map((socket) => socket.fd());
    const child = ServerChild.start({ number, sockets }, this.#settings, {
      counts: this.#events.counts,
      metrics: this.#events.metrics,
      traffic: this.#events.traffic,
      ended: (ended, how) => this.#onEnd(ended, how),
    });
    void child.ready.then(
      () => this.#onReady(child),
      () => {},
    );
    return child;
  }

  #onReady(child: ServerChild): void {
    this.#events.joined(child);
    for (const place of this.#places) {
      if (place.child === child) place.isMissing = false;
      else if (place.isMissing) child.send({ kind: "cover", number: place.number });
    }
  }

  #onEnd(child: ServerChild, how: Ending): void {
    this.#events.left(child);
    const place = this.#places.find((each) => each.child === child);
    if (child.isEnding || this.#closing || place === undefined) return;
    place.isMissing = true;
    for (const other of this.#all()) other.send({ kind: "cover", number: place.number });
    const next = pauseBeforeRestart(place.deaths, performance.now() - child.startedAt);
    place.deaths = next.deaths;
    this.#events.died(child, { ...how, pauseMs: next.pauseMs });
    place.timer = setTimeout(() => {
      Object.assign(place, { child: this.#fork(place.number), timer: null });
    }, next.pauseMs);
  }
}
