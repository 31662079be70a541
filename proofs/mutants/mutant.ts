/** One way to break the service, and the test or proof that must see it. */
export interface Mutant {
  /** What is wrong then, in a few words. */
  readonly bug: string;
  readonly file: string;
  /** Text that stands there exactly once, and what it becomes. */
  readonly find: string;
  readonly replace: string;
  /** The test file, or the words after `npm run prove --`, that must turn red on the embedded engine. */
  readonly caughtBy: string | { readonly proof: string };
}

/** Breaks lines of one file, for the tests that look at it. */
export function mutantsOf(
  file: string,
  caughtBy: string,
  ways: readonly (readonly [bug: string, find: string, replace: string])[],
): Mutant[] {
  return ways.map(([bug, find, replace]) => ({ bug, file, find, replace, caughtBy }));
}
