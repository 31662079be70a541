/**
 * A value that never changes, with what has been derived from it: each derivation is made once and
 * lives as long as the value. Only this object leads to what is derived. It is a class with a private
 * part, so that a copy by spread does not compile in its place, and a changed value needs a `Memoized`
 * of its own, which begins with nothing derived.
 */
export class Memoized<T extends object> {
  readonly value: T;
  readonly #derived = new Map<string, unknown>();
  /** Most values have one derivation, which is found here without a look-up. */
  #latestName: string | null = null;
  #latest: unknown;

  constructor(value: T) {
    this.value = value;
  }

  /** What `derive` makes of the value. The same name always stands for the same derivation. */
  derive<R>(name: string, derive: (value: T) => R): R {
    if (name !== this.#latestName) {
      if (!this.#derived.has(name)) this.#derived.set(name, derive(this.value));
      this.#latest = this.#derived.get(name);
      this.#latestName = name;
    }
    // What has the same name has the same type.
    return this.#latest as R;
  }
}
