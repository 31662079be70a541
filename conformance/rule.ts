import type { FactName } from "./facts.ts";
import type { Kit } from "./engine/kit.ts";

/** A requirement's number in `requirements.json`, such as `R19`. */
export type RequirementId = `R${number}`;
/** A decision's number in `docs/decisions/`, such as `A13`. */
export type DecisionId = `A${number}`;

/** One thing that every implementation of the interface does, and how to see from outside that it does. */
export interface Rule {
  /** The name of its file. */
  readonly name: string;
  /** The requirements that are broken when this rule is. */
  readonly requirements: readonly RequirementId[];
  /** The sentence of the interface that it holds the target to, or the part of it that matters. */
  readonly sentence: string;
  /**
   * What the interface leaves open and this rule takes as decided. A rule without decisions rests on
   * the interface's own words alone.
   */
  readonly decisions?: readonly DecisionId[];
  /** The facts of the data file without which there is nothing to look at. */
  readonly needs?: readonly FactName[];
  /** It sends a cancel with a token, so a read-only run leaves it out. */
  readonly cancels?: true;
  /** It looks back at every request and answer of the run, so it comes last. */
  readonly looksBack?: true;
  /** Returns when the rule holds; throws a `Breach` when it does not. */
  check(kit: Kit): Promise<void>;
}
