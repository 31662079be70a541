/**
 * Intercepts every call of a method before it is made, and may change its arguments. Returns a function that
 * undoes it.
 */
export function intercept<T extends object>(
  owner: T,
  name: keyof T,
  before: (self: unknown, words: readonly unknown[]) => readonly unknown[],
): () => void {
  const original = owner[name] as (...words: unknown[]) => unknown;
  owner[name] = function intercepted(this: unknown, ...words: unknown[]) {
    return original.apply(this, [...before(this, words)]);
  } as T[keyof T];
  return () => {
    owner[name] = original as T[keyof T];
  };
}
