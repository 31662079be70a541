export const engineNames = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engineNames)[number];

/** The order for one run of a proof. */
export interface ProofOrder {
  /** Decides every random choice. The machine's speed is not under its control. */
  readonly seed: number;
  /** How many of the proof's unit. */
  readonly count: number;
  /** False when the time limit is over: the proof then ends with its present figures. */
  readonly timeLeft: () => boolean;
  /** Reports progress: how many of `count`, with an optional remark. */
  readonly tell: (done: number, words?: string) => void;
}

/** The result of a run. */
export interface Proven {
  /** Counts and times by name, in the order of printing. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** A sentence for each violation of the promise; empty when it was kept. */
  readonly breaches: readonly string[];
}

/** A promise and the program that attacks it. */
export interface Proof {
  /** Numbers of the promises, such as `P1`. */
  readonly promises: readonly string[];
  /** The attack, in a sentence. */
  readonly what: string;
  /** The figure to reach. */
  readonly goal: string;
  /** The unit of the count. */
  readonly unit: string;
  readonly engines: readonly EngineName[];
  /** The default count, and the count that reaches the goal. */
  readonly usual: number;
  readonly full: number;
  /** The minutes that the default count may take, where five are too few. */
  readonly minutes?: number;
  /** Whether the goal is a time: a run that its time ends is then whole. */
  readonly goalIsTime?: true;
  /** The count for every change of the code (`--ci`); without it, the tests suffice. */
  readonly ci?: number;
  /** The figures of attempts and effects. A run with one of them at 0 has shown nothing, and fails. */
  readonly shows: readonly [string, ...string[]];
  readonly prove: (order: ProofOrder) => Promise<Proven>;
}
