import type { FactName } from "./facts.ts";
import type { Kit } from "./engine/kit.ts";

/** A requirement's number in `requirements.json`, such as `R19`. */
export type RequirementId = `R${number}`;
/** A decision's number in `docs/decisions/`, such as `A13`. */
export type DecisionId = `A${number}`;

/** One behaviour of every implementation of the interface, with the check that observes it from outside. */
export interface Rule {
  /** Names it in reports and for `--only`. */
  readonly name: string;
  /** The requirements that are broken when this rule fails. */
  readonly requirements: readonly RequirementId[];
  /** The interface's sentence that the rule checks, or the part of it that matters. */
  readonly sentence: string;
  /**
   * The decisions that this rule assumes where the interface is silent. A rule without decisions rests on the
   * interface's words alone.
   */
  readonly decisions?: readonly DecisionId[];
  /** The facts of the data file that the rule needs. */
  readonly needs?: readonly FactName[];
  /** The rule sends a cancel with a token, so a read-only run leaves it out. */
  readonly cancels?: true;
  /** The rule reads every exchange of the run, so it comes last. */
  readonly looksBack?: true;
  /** Returns when the rule holds; throws a `Breach` when it does not. */
  check(kit: Kit): Promise<void>;
}
