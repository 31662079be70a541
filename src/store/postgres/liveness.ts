/** How long an answer may take before somebody asks whether the database answers at all. */
const suspiciousAfterMs = 900;
/** How long a database that lives may take to say so. */
const lifeSignMs = 450;
/** How long a database that gave no sign of life is not asked again. */
const deadForMs = 250;

/** No answer came, and none is waited for any longer. What was asked may have been done. */
export class Unanswered extends Error {
  override name = "Unanswered";
}

/**
 * Tells a database that is busy from one that is gone.
 *
 * A cancel that waits for a row which somebody else has locked should wait; a database that does not
 * answer at all should be given up soon, so that callers can be told. Both look the same from here:
 * nothing comes. So when nothing has come for a while, a connection of its own asks for any answer.
 */
export class Liveness {
  readonly #askForLife: (signal: AbortSignal) => Promise<void>;
  #asking: Promise<boolean> | null = null;
  #deadUntil = 0;

  /** `askForLife` returns when the database answered anything, even a refusal. */
  constructor(askForLife: (signal: AbortSignal) => Promise<void>) {
    this.#askForLife = askForLife;
  }

  /** True right after the database gave no sign of life: then waiting for it is pointless. */
  get wasDeadJustNow(): boolean {
    return performance.now() < this.#deadUntil;
  }

  /**
   * Waits for `answer`, for `limitMs` at most while the database lives, and not much longer than a
   * second when it does not. Throws `Unanswered`; then nobody waits for `answer` any more.
   */
  async watch<T>(answer: Promise<T>, limitMs: number): Promise<T> {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const remainingMs = deadline - performance.now();
      const late = await isLate(answer, Math.min(suspiciousAfterMs, remainingMs));
      if (!late) return answer;
      const alive = await Promise.race([this.#isAlive(), answer.then(yes, yes)]);
      if (!(await isLate(answer, 0))) return answer;
      if (alive && performance.now() < deadline) continue;
      answer.catch(() => {});
      throw new Unanswered(
        alive ? "The database took too long to answer." : "The database does not answer.",
      );
    }
  }

  /** However many wait, one asks. */
  #isAlive(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const given = new AbortController();
    try {
      const sign = this.#askForLife(given.signal).then(yes, no);
      const alive = !(await isLate(sign, lifeSignMs)) && (await sign);
      if (!alive) this.#deadUntil = performance.now() + deadForMs;
      return alive;
    } finally {
      given.abort();
    }
  }
}

const yes = (): true => true;

/**
 * Whether `answer` is still out after `ms`; its failure counts as an answer. The time is waited in
 * slices: while this process was too busy to hear, nobody else was silent.
 */
async function isLate(answer: Promise<unknown>, ms: number): Promise<boolean> {
  const came: Promise<false> = answer.then(no, no);
  for (let leftMs = ms; leftMs > 0; leftMs -= sliceMs) {
    if (!(await isLateBy(came, Math.min(leftMs, sliceMs)))) return false;
  }
  return isLateBy(came, 0);
}

const sliceMs = 100;
const no = (): false => false;

async function isLateBy(came: Promise<false>, ms: number): Promise<boolean> {
  const timer = Promise.withResolvers<true>();
  // What has arrived is heard before an immediate, but not before a timer.
  const handle = setTimeout(() => setImmediate(() => timer.resolve(true)), ms);
  try {
    return await Promise.race([came, timer.promise]);
  } finally {
    clearTimeout(handle);
  }
}
