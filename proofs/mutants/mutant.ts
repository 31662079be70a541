/** One way to break the service, and the test or proof that must detect it. */
export interface Mutant {
  /** The fault, in a few words. */
  readonly bug: string;
  readonly file: string;
  /** Text that occurs in the file exactly once, and its replacement. */
  readonly find: string;
  readonly replace: string;
  /**
   * The test file, or the words after `npm run prove --`, that must fail: on the embedded engine, unless it names
   * PostgreSQL, of which such a test starts a server of its own.
   */
  readonly caughtBy: string | Named;
}

type Named =
  | { readonly proof: string; readonly engine?: "postgres" }
  | { readonly test: string; readonly engine: "postgres" };

/** Makes mutants of one file, all detected by the same tests. */
export function mutantsOf(
  file: string,
  caughtBy: Mutant["caughtBy"],
  ways: readonly (readonly [bug: string, find: string, replace: string])[],
): Mutant[] {
  return ways.map(([bug, find, replace]) => ({ bug, file, find, replace, caughtBy }));
}
