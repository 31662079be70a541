export const engineNames = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engineNames)[number];

/** What one run of a proof is to do. */
export interface ProofOrder {
  /** Decides everything that is left to chance, but not how fast the machine is. */
  readonly seed: number;
  /** How many of the proof's unit. */
  readonly count: number;
  /** False when the time given is over: then the proof ends with what it has. */
  readonly timeLeft: () => boolean;
  /** Says how far it is: how many of `count`, and a word about it. */
  readonly tell: (done: number, words?: string) => void;
}

/** What a run came to. */
export interface Proven {
  /** Counts and times by their names, in the order in which they are printed. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** A sentence for each way in which the promise was not kept; empty when it was. */
  readonly breaches: readonly string[];
}

/** A promise under attack, as a program. */
export interface Proof {
  /** Numbers of the promises, such as `P1`. */
  readonly promises: readonly string[];
  /** What is tried to be broken, in a sentence. */
  readonly what: string;
  /** The figure that is aimed at. */
  readonly goal: string;
  /** What is counted. */
  readonly unit: string;
  readonly engines: readonly EngineName[];
  /** How many by default, and how many reach the goal. */
  readonly usual: number;
  readonly full: number;
  /** How many with every change of the code (`--ci`); without, the tests are enough. */
  readonly ci?: number;
  /** Figures of what was tried and done: a run that leaves one at 0 has shown nothing, and is red. */
  readonly shows: readonly [string, ...string[]];
  readonly prove: (order: ProofOrder) => Promise<Proven>;
}
