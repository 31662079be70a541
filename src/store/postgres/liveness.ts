import { setTimeout as sleep } from "node:timers/promises";

/** How long an answer may take before the database is asked for a heartbeat. */
const suspiciousAfterMs = 700;
/** How long a heartbeat may take while a caller waits. */
const heartbeatMs = 400;
/** How long after a missing heartbeat the database is not asked again. */
const deadForMs = 250;

/**
 * How long a heartbeat may take where nobody waits: for a task, which has a low priority and therefore reads
 * late on a busy machine, and for one that is requested until it arrives. The pause is before the next.
 */
const patientHeartbeatMs = 5_000;
const pauseMs = 250;

/** How long an answer may travel after the server's process has become idle, and to a task. */
const underwayMs = 100;
const patientUnderwayMs = 1_000;

/** A heartbeat: the server's processes, by their ids, and whether each is at work. */
export type Heartbeat = ReadonlyMap<number, "active" | "idle">;

/** A statement got no answer within its limit. It may have taken effect. */
export class Unanswered extends Error {
  override name = "Unanswered";
}

/**
 * Distinguishes a database that is busy from one that is gone.
 *
 * A cancel that waits for a locked row should wait. A caller of a database that is gone should get 503
 * soon. Both look the same to the connection: no answer arrives. After some silence, a connection of
 * its own therefore asks the server for a heartbeat, which also says whether the server's process
 * behind the waiting connection is at work; if it is not, the statement or its answer was lost.
 */
export class Liveness {
  readonly #requestHeartbeat: (signal: AbortSignal) => Promise<Heartbeat>;
  readonly #silence = new SilenceWatchdog();
  readonly #asksUntilAnswered: boolean;
  readonly #isPatient: boolean;
  readonly #closing = new AbortController();
  #asking: Promise<Heartbeat | null> | null = null;
  #deadUntil = 0;

  /**
   * `requestHeartbeat` returns when the database answered that it lives, and rejects otherwise. With `asksUntilAnswered`, a
   * missing heartbeat is requested again until it arrives, and all work is refused meanwhile. Without, the work
   * is admitted again after a moment and finds out by waiting. `isPatient` is for tasks.
   */
  constructor(
    requestHeartbeat: (signal: AbortSignal) => Promise<Heartbeat>,
    { asksUntilAnswered = false, isPatient = false } = {},
  ) {
    this.#requestHeartbeat = requestHeartbeat;
    this.#asksUntilAnswered = asksUntilAnswered;
    this.#isPatient = isPatient;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Throws while the last heartbeat is missing, so that nobody begins to wait in vain. */
  refuseWhenDead(): void {
    if (performance.now() < this.#deadUntil) throw new Unanswered("The database does not answer");
  }

  /**
   * A statement was answered that its node cannot be reached. The node is asked for a heartbeat; while that is missing, this
   * process refuses all work for the node, instead of failing each statement by itself.
   */
  suspect(): void {
    if (this.#asksUntilAnswered) void this.#ask();
  }

  /** Asks for a heartbeat while nobody waits, and says whether one came. Without one, all work is refused until one does. */
  async probe(): Promise<boolean> {
    const isAnswered = (await this.#askFor(patientHeartbeatMs)) !== null;
    if (!isAnswered) void this.#refuseUntilAnswered();
    return isAnswered;
  }

  /**
   * Waits for `answer`, at most `limitMs` while the database works on it, and little more than a second, or six
   * in a task, while it does not. `processId` is the server's, where one is known. Throws `Unanswered`, after which
   * the answer is ignored.
   */
  watch<T>(answer: Promise<T>, limitMs: number, processId?: number): Promise<T> {
    const startedAt = performance.now();
    return new Promise<T>((resolve, reject) => {
      const forget = this.#silence.notice(startedAt, Math.min(suspiciousAfterMs, limitMs), () => {
        this.#examine(answer, startedAt + limitMs, processId).then(resolve, reject);
      });
      answer.then(
        (value) => {
          forget();
          return resolve(value);
        },
        (error: unknown) => {
          forget();
          return reject(error);
        },
      );
    });
  }

  /** Decides after some silence whether to wait longer. */
  async #examine<T>(answer: Promise<T>, deadline: number, processId?: number): Promise<T> {
    for (;;) {
      const heartbeat = await Promise.race([this.#ask(), answer.then(nothing, nothing)]);
      const lost =
        heartbeat === null || (processId !== undefined && heartbeat.get(processId) === "idle");
      if (!(await isLate(answer, lost ? this.#underwayMs : 0))) return answer;
      const remainingMs = deadline - performance.now();
      if (lost || remainingMs <= 0) {
        throw new Unanswered(
          lost ? "The database does not answer" : "The database took too long to answer",
        );
      }
      if (!(await isLate(answer, Math.min(suspiciousAfterMs, remainingMs)))) return answer;
    }
  }

  get #underwayMs(): number {
    return this.#isPatient ? patientUnderwayMs : underwayMs;
  }

  /** Asks once for all who wait. Null without a heartbeat, at once while one is requested until it arrives. */
  async #ask(): Promise<Heartbeat | null> {
    if (this.#deadUntil === Infinity) return null;
    this.#asking ??= this.#askOnce().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #askOnce(): Promise<Heartbeat | null> {
    const heartbeat = await this.#askFor(this.#isPatient ? patientHeartbeatMs : heartbeatMs);
    if (heartbeat === null && this.#asksUntilAnswered) void this.#refuseUntilAnswered();
    else if (heartbeat === null) this.#deadUntil = performance.now() + deadForMs;
    return heartbeat;
  }

  async #refuseUntilAnswered(): Promise<void> {
    if (this.#deadUntil === Infinity) return;
    this.#deadUntil = Infinity;
    while (!this.#closing.signal.aborted && (await this.#askFor(patientHeartbeatMs)) === null) {
      await sleep(pauseMs, undefined, { ref: false });
    }
    this.#deadUntil = 0;
  }

  async #askFor(limitMs: number): Promise<Heartbeat | null> {
    const answered = new AbortController();
    const signal = AbortSignal.any([answered.signal, this.#closing.signal]);
    const asked = this.#requestHeartbeat(signal).catch(() => null);
    const heartbeat = (await isLate(asked, limitMs)) ? null : await asked;
    answered.abort();
    return heartbeat;
  }
}

const nothing = (): Heartbeat => new Map();

/**
 * Whether `answer` is still out after `ms`; its failure counts as an answer. The wait is
 * measured in slices, because a time in which this process was blocked is no silence of the server.
 */
async function isLate(answer: Promise<unknown>, ms: number): Promise<boolean> {
  const came: Promise<false> = answer.then(no, no);
  for (let leftMs = ms; leftMs > 0; leftMs -= sliceMs) {
    if (!(await isLateBy(came, Math.min(leftMs, sliceMs)))) return false;
  }
  return isLateBy(came, 0);
}

const no = (): false => false;

async function isLateBy(came: Promise<false>, ms: number): Promise<boolean> {
  const timer = Promise.withResolvers<true>();
  // The event loop reads sockets before it runs an immediate, but not before it runs a timer.
  const handle = setTimeout(() => setImmediate(() => timer.resolve(true)), ms);
  try {
    return await Promise.race([came, timer.promise]);
  } finally {
    clearTimeout(handle);
  }
}

/** A statement that waits, and what to do after too long a silence. */
interface Wait {
  silentMs: number;
  readonly startedAt: number;
  readonly limitMs: number;
  readonly onSilence: () => void;
}

/** The resolution: lateness and silence are noticed up to this much too late. */
const sliceMs = 100;

/**
 * Measures how long each waiting statement has had no answer. One timer serves all of them, because a
 * timer for each costs more than most statements do.
 *
 * Time is counted in slices. A time in which this process was blocked is no silence of the server, so a
 * slice never counts for more than its nominal length.
 */
class SilenceWatchdog {
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | null = null;
  #lookedAt = 0;

  /** Calls `onSilence`, once, after `limitMs` of silence; the returned function ends the watch. */
  notice(startedAt: number, limitMs: number, onSilence: () => void): () => void {
    const wait: Wait = { silentMs: 0, startedAt, limitMs, onSilence };
    this.#waits.add(wait);
    if (this.#timer === null) {
      this.#lookedAt = startedAt;
      // The event loop reads sockets before it runs an immediate, but not before it runs a timer.
      this.#timer = setInterval(() => setImmediate(() => this.#look()), sliceMs);
      // The connection of a waiting statement keeps the process alive.
      this.#timer.unref();
    }
    return () => this.#waits.delete(wait);
  }

  #look(): void {
    const now = performance.now();
    for (const wait of this.#waits) {
      wait.silentMs += Math.min(sliceMs, now - Math.max(wait.startedAt, this.#lookedAt));
      if (wait.silentMs < wait.limitMs) continue;
      this.#waits.delete(wait);
      wait.onSilence();
    }
    this.#lookedAt = now;
    if (this.#waits.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }
}
