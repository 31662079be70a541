import { SilenceWatchdog } from "./silence-watchdog.ts";

/** How long an answer may take before somebody asks whether the database answers at all. */
const suspiciousAfterMs = 700;
/** How long a database that lives may take to say so. */
const lifeSignMs = 400;
/** How long a database that gave no sign of life is not asked again. */
const deadForMs = 250;

/** How long an answer that the server has given may be on its way. */
const underwayMs = 100;

/** What a sign of life tells: the server's processes, by their ids, and whether each is at work. */
export type LifeSign = ReadonlyMap<number, "active" | "idle">;

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
 * It also asks whether the server's process behind the waiting connection is still at work: when it
 * is not, the statement or its answer was lost on the way.
 */
export class Liveness {
  readonly #askForLife: (signal: AbortSignal) => Promise<LifeSign>;
  readonly #silence = new SilenceWatchdog();
  #asking: Promise<LifeSign | null> | null = null;
  #deadUntil = 0;

  /** `askForLife` returns when the database answered anything, even a refusal. */
  constructor(askForLife: (signal: AbortSignal) => Promise<LifeSign>) {
    this.#askForLife = askForLife;
  }

  /** Throws right after the database gave no sign of life: then waiting for it is pointless. */
  refuseWhenDead(): void {
    if (performance.now() < this.#deadUntil) throw new Unanswered("The database does not answer");
  }

  /**
   * Waits for `answer`, for `limitMs` at most while the database is at work on it, and not much longer
   * than a second when it is not. `processId` is the server's, where one is known. Throws
   * `Unanswered`; then nobody waits for `answer` any more.
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

  /** Nothing has come for a while: is it worth waiting on? */
  async #examine<T>(answer: Promise<T>, deadline: number, processId?: number): Promise<T> {
    for (;;) {
      const sign = await Promise.race([this.#ask(), answer.then(nothing, nothing)]);
      const lost = sign === null || (processId !== undefined && sign.get(processId) === "idle");
      if (!(await isLate(answer, lost ? underwayMs : 0))) return answer;
      const remainingMs = deadline - performance.now();
      if (lost || remainingMs <= 0) {
        throw new Unanswered(
          lost ? "The database does not answer" : "The database took too long to answer",
        );
      }
      if (!(await isLate(answer, Math.min(suspiciousAfterMs, remainingMs)))) return answer;
    }
  }

  /** However many wait, one asks. Null when there was no sign of life. */
  #ask(): Promise<LifeSign | null> {
    this.#asking ??= this.#askOnce().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #askOnce(): Promise<LifeSign | null> {
    const answered = new AbortController();
    const asked = this.#askForLife(answered.signal).catch(() => null);
    const sign = (await isLate(asked, lifeSignMs)) ? null : await asked;
    if (sign === null) this.#deadUntil = performance.now() + deadForMs;
    answered.abort();
    return sign;
  }
}

const nothing = (): LifeSign => new Map();

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
