/**
 * Beyond the capacity of a process, the queues grow until no request is answered in time. Admission
 * control refuses requests that would wait too long, which costs little, so that the admitted ones
 * are served at the usual speed (decision B140).
 *
 * A busy process has two queues, and both are limited here. Requests that arrived while the process
 * was busy are read one after the other in one turn of the event loop: a request that is read late
 * in a long turn has waited at least that long (`admitRequest`). Admitted requests wait for the
 * database: `ConcurrencyLimit` bounds them by what the database answered lately in one window. The
 * queues of the store have one limit far above (`store/statement.ts`), for work that does not pass
 * here.
 *
 * A refusal of admission control is held for about a second before it is sent, because a caller that
 * is refused at once retries at once.
 */

/** Requests that are read after this much work in one turn of the event loop are refused. */
const turnMs = 80;
/** The greatest age of the mark from which a turn's work is counted. */
const markMs = 10;
/**
 * The mean time that a refusal is held: 0.5 to 1.5 times this, so that callers do not retry
 * together.
 */
const holdMs = 1_000;
/** The most refusals that are held at a time; further ones are sent at once. */
const mostHeld = 4_096;
/** A turn always reads this many, because a process that has just started is slow. */
const readAtLeast = 64;
/** The best count of answers in one window is how many calls may be open. */
const windowMs = 75;
/** The best count halves after this many windows. */
const memoryWindows = 64;

/** The clocks of admission control, in milliseconds. */
export interface Clocks {
  readonly now: () => number;
  /**
   * Processor time of this thread. Time that the machine gives to other programs does not count,
   * because shedding would not win it back.
   */
  readonly worked: () => number;
  /** Calls back after this turn of the event loop. */
  readonly onNextTurn: (turn: () => void) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Admits requests to one thread. */
export class AdmissionControl {
  readonly #clocks: Clocks;
  readonly #endTurn = () => {
    this.#turnBegan = null;
  };
  #turnBegan: number | null = null;
  #entered = 0;
  #mark = { at: Number.NEGATIVE_INFINITY, worked: 0 };
  #held = 0;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
  }

  /** False for a request that comes late in a long turn. */
  admitRequest(): boolean {
    const { now, worked } = this.#clocks;
    const began = this.#turn();
    this.#entered += 1;
    if (this.#entered <= readAtLeast || now() - began <= turnMs) return true;
    return worked() - this.#mark.worked <= turnMs;
  }

  /**
   * A limit for one kind of work, never below `openAtLeast`. Each kind has its own, so that work
   * that waits for a lock takes no place from work that needs none.
   */
  concurrencyLimit(openAtLeast: number): ConcurrencyLimit {
    return new ConcurrencyLimit(openAtLeast, this.#clocks, () => this.#turn());
  }

  /** Resolves when a refusal may be sent. */
  async hold(): Promise<void> {
    if (this.#held >= mostHeld) return;
    this.#held += 1;
    await this.#clocks.sleep(holdMs * (0.5 + Math.random()));
    this.#held -= 1;
  }

  /** When this turn of the event loop was first seen here. */
  #turn(): number {
    if (this.#turnBegan === null) {
      const { now, worked, onNextTurn } = this.#clocks;
      onNextTurn(this.#endTurn);
      this.#turnBegan = now();
      this.#entered = 0;
      if (this.#turnBegan - this.#mark.at > markMs) {
        this.#mark = { at: this.#turnBegan, worked: worked() };
      }
    }
    return this.#turnBegan;
  }
}

/** Counts the open calls of one kind, and limits them. */
export class ConcurrencyLimit {
  readonly #openAtLeast: number;
  readonly #clocks: Clocks;
  readonly #onEnd: () => void;
  #open = 0;
  #windowBegan = 0;
  #answered = 0;
  #best = 0;

  constructor(openAtLeast: number, clocks: Clocks, onEnd: () => void) {
    this.#openAtLeast = openAtLeast;
    this.#clocks = clocks;
    this.#onEnd = onEnd;
  }

  /**
   * Runs `work` in a place that is released when it ends. Null when no place is free: nothing is
   * begun.
   */
  admit<T>(work: () => T | Promise<T>): Promise<T> | null {
    return this.#hasPlace() ? this.#inPlace(work) : null;
  }

  async #inPlace<T>(work: () => T | Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  #hasPlace(): boolean {
    return this.#open < Math.max(this.#openAtLeast, this.#best);
  }

  #end(): void {
    this.#onEnd();
    this.#open -= 1;
    this.#answered += 1;
    const now = this.#clocks.now();
    const windows = (now - this.#windowBegan) / windowMs;
    if (windows < 1) return;
    const faded = this.#best * 0.5 ** (windows / memoryWindows);
    this.#best = Math.max(faded, this.#answered / windows);
    this.#answered = 0;
    this.#windowBegan = now;
  }
}

/** Admission control for the calling thread. */
export function createAdmissionControl(): AdmissionControl {
  return new AdmissionControl({
    now: () => performance.now(),
    worked: () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    },
    onNextTurn: setImmediate,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
