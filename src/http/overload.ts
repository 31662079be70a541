/**
 * Under more load than there is capacity for, waiting grows until nobody is answered in time. So who
 * would wait too long is told at once to come back, which costs little, and the others are served as
 * always (decision B140).
 *
 * Requests wait in two places. Those that have arrived while the process was busy are read one after
 * the other in one turn of the event loop: late in a long turn, each has waited at least that long.
 * And those that are begun wait for the database: more of them than it has lately been able to answer
 * in a moment are too many.
 */

/** How much work a turn of the event loop may hold before those still to be read have waited enough. */
const turnMs = 110;
/**
 * How many sockets are read before the operating system is asked which others have something (libuv's
 * number). A turn in which there always is something goes on, but who is read then has come in it.
 */
const roundRequests = 1_024;
/** How old the mark from which a turn's work is counted may be. */
const markMs = 10;
/** How many may always be begun at a time, however few were answered lately. */
const openAtLeast = 256;
/** What was answered in one window, at its best, is what a wait of one window can be promised for. */
const windowMs = 150;
/** Windows after which a best one is forgotten by half. */
const memoryWindows = 64;

/** Where the pressure takes its times from, in milliseconds. */
export interface Clocks {
  readonly now: () => number;
  /**
   * Time that this thread has worked: it does not count while the machine does something else, which
   * shedding would not mend.
   */
  readonly worked: () => number;
  /** Calls back when this turn of the event loop is over. */
  readonly onNextTurn: (turn: () => void) => void;
}

export class Pressure {
  readonly #clocks: Clocks;
  readonly #endTurn = () => {
    this.#turnBegan = null;
  };
  #turnBegan: number | null = null;
  #entered = 0;
  #mark = { at: Number.NEGATIVE_INFINITY, worked: 0 };
  #open = 0;
  #windowBegan = 0;
  #answered = 0;
  #best = 0;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
  }

  /** False for a request that comes late in a long turn. */
  mayEnter(): boolean {
    const { now, worked, onNextTurn } = this.#clocks;
    const at = now();
    this.#entered += 1;
    if (this.#turnBegan === null || this.#entered > roundRequests) {
      if (this.#turnBegan === null) onNextTurn(this.#endTurn);
      this.#turnBegan = at;
      this.#entered = 1;
      if (at - this.#mark.at > markMs) this.#mark = { at, worked: worked() };
    }
    return at - this.#turnBegan <= turnMs || worked() - this.#mark.worked <= turnMs;
  }

  /** False when more are begun than can be answered in a moment. */
  mayBegin(): boolean {
    return this.#open < Math.max(openAtLeast, this.#best);
  }

  begin(): void {
    this.#open += 1;
  }

  end(): void {
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

/** The pressure on the thread that this is called in. */
export function pressureHere(): Pressure {
  return new Pressure({
    now: () => performance.now(),
    worked: () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    },
    onNextTurn: setImmediate,
  });
}
