/**
 * A value that never changes, with its derivations: each is computed once, is stored in this object only, and
 * lives as long as the value. A changed value needs a new `Memoized`, which begins without derivations. The
 * class has private fields, so the compiler refuses a copy by spread, which would lose them.
 */
export class Memoized<T extends object> {
  readonly value: T;
  readonly #derived = new Map<string, unknown>();
  /** The latest derivation. Most values have only one, which needs no look-up in the map. */
  #latestName: string | null = null;
  #latest: unknown;

  constructor(value: T) {
    this.value = value;
  }

  /** Returns `derive(value)`, computed once for each name. A name always stands for the same derivation. */
  derive<R>(name: string, derive: (value: T) => R): R {
    if (name !== this.#latestName) {
      if (!this.#derived.has(name)) this.#derived.set(name, derive(this.value));
      this.#latest = this.#derived.get(name);
      this.#latestName = name;
    }
    // Derivations of one name have one type.
    return this.#latest as R;
  }
}

/** Longer arguments are not remembered, because they could fill the memory. */
const maxLength = 300;

/**
 * Memoizes a pure function of a text or number that callers repeat, such as the Host header. Past `limit`
 * different arguments it forgets all of them, so that invented ones cannot fill the memory.
 */
export function remembered<Key extends string | number, T>(
  limit: number,
  work: (key: Key) => T,
): (key: Key) => T {
  const answers = new Map<Key, T>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = work(key);
    if (typeof key === "string" && key.length > maxLength) return answer;
    if (answers.size >= limit) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}
