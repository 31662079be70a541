/**
 * Under more load than there is capacity for, waiting grows until nobody is answered in time. So
 * requests that would wait too long are refused, which costs little, and the others are served as
 * always (decision B140).
 *
 * Callers' requests wait in two places, and this is where both are limited. Requests that have arrived
 * while the process was busy are read one after the other in one turn of the event loop: late in a
 * long turn, each has waited at least that long (`admitRequest`). And requests that are begun wait for
 * the database: more of them than it has lately been able to answer in a moment are too many
 * (`ConcurrencyLimit`). The queues of the store have one limit far above (`store/wait-limit.ts`), which
 * bounds what does not pass here.
 *
 * A refusal is held for a while before it is sent. A caller that is refused at once asks again at once,
 * and in the end the process does nothing but refuse.
 */

/** How much work a turn of the event loop may hold before those still to be read have waited enough. */
const turnMs = 80;
/** How old the mark from which a turn's work is counted may be. */
const markMs = 10;
/** How long a refusal is held on average: half as long to half as long again, so that not all return together. */
const holdMs = 1_000;
/** How many refusals are held at a time; more are sent at once. */
const mostHeld = 4_096;
/** How many may always be read in a turn: a process that has just started is slow. */
const readAtLeast = 64;
/** What was answered in one window, at its best, is what a wait of one window can be promised for. */
const windowMs = 75;
/** Windows after which a best one is forgotten by half. */
const memoryWindows = 64;

/** Where admission control takes its times from, in milliseconds. */
export interface Clocks {
  readonly now: () => number;
  /**
   * Time that this thread has worked: it does not count while the machine does something else, which
   * shedding would not mend.
   */
  readonly worked: () => number;
  /** Calls back when this turn of the event loop is over. */
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
   * Places for one kind of work, and always for so many: work that waits for a lock takes none from
   * work that needs no lock.
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

  /** When this turn of the event loop began, as far as it is seen from here. */
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

/** How many calls of one kind are at work, and how many may be. */
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
   * Does `work` in a place that is given back when it has ended; null, and nothing is begun, when as
   * many are at work as can be answered in a moment.
   */
  admit<T>(work: () => Promise<T>): Promise<T> | null {
    return this.#hasPlace() ? this.#inPlace(work) : null;
  }

  async #inPlace<T>(work: () => Promise<T>): Promise<T> {
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

/** Admission control for the thread that this is called in. */
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
