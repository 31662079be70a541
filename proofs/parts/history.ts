/** One operation as its caller saw it. Times are of one clock. */
export interface Operation<I> {
  readonly input: I;
  /** What was answered; null when no answer came, or one that leaves it open. */
  readonly output: string | null;
  readonly began: number;
  /** Infinity where the outcome is open: it may take effect at any time later, or never. */
  readonly ended: number;
}

/** What an operation does to a state that nobody else touches, and what it answers. */
export type Step<S, I> = (state: S, input: I) => { readonly state: S; readonly output: string };

/**
 * Whether there is an order of the operations in which each took effect at one instant between its
 * beginning and its end, and was answered as the sequential `step` says (linearizability, searched
 * after Wing and Gong, states that were tried before remembered).
 */
export function isLinearizable<S, I>(
  history: readonly Operation<I>[],
  initial: S,
  step: Step<S, I>,
): boolean {
  const tried = new Set<string>();
  const search = (left: readonly number[], state: S): boolean => {
    const known = left.filter((index) => history[index]!.output !== null);
    // What is open may never have taken effect.
    if (known.length === 0) return true;
    const key = `${left.join(",")} ${JSON.stringify(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const firstEnd = Math.min(...left.map((index) => history[index]!.ended));
    return left.some((index) => {
      const operation = history[index]!;
      if (operation.began > firstEnd) return false;
      const after = step(state, operation.input);
      if (operation.output !== null && operation.output !== after.output) return false;
      return search(
        left.filter((other) => other !== index),
        after.state,
      );
    });
  };
  return search(
    history.map((_, index) => index),
    initial,
  );
}
