/** One operation as its caller saw it. Times are of one clock. */
export interface Operation<I> {
  readonly input: I;
  /** The answer; null when none came, or one that leaves the outcome open. */
  readonly output: string | null;
  readonly began: number;
  /** Infinity where the outcome is open: the operation may take effect at any later time, or never. */
  readonly ended: number;
}

/** The effect of an operation on a state without concurrency, and its answer. */
export type Step<S, I> = (state: S, input: I) => { readonly state: S; readonly output: string };

/**
 * Whether the operations have an order in which each takes effect at one instant between its beginning and
 * its end, with the answers of the sequential `step` (linearizability, by the search of Wing and Gong with
 * tried states remembered).
 */
export function isLinearizable<S, I>(
  history: readonly Operation<I>[],
  initial: S,
  step: Step<S, I>,
): boolean {
  const tried = new Set<string>();
  const search = (left: readonly number[], state: S): boolean => {
    const known = left.filter((index) => history[index]!.output !== null);
    // An operation with an open outcome may never have taken effect.
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

/** The operations in the order in which they began, with the milliseconds from the first one's beginning. */
export function showHistory(history: readonly Operation<unknown>[]): string {
  const sorted = history.toSorted((one, other) => one.began - other.began);
  const first = sorted[0]?.began ?? 0;
  return sorted
    .map(({ input, output, began, ended }) => {
      const words = typeof input === "string" ? input : Object.values(input as object).join(" ");
      const times = `${Math.round(began - first)} to ${Math.round(ended - first)}`;
      return `${words.trim()}: ${output ?? "open"} (${times})`;
    })
    .join("; ");
}
