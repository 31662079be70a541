import type { Verdict } from "./engine/verdict.ts";
import { requirements } from "./requirements.ts";
import type { RequirementId, Rule } from "./rule.ts";
import { unobservable } from "./unobservable.ts";

/** The result of a run for one requirement. */
export type Standing =
  /** At least one of its rules was tried and holds, and none failed. */
  | "observed"
  /** At least one of its rules failed. */
  | "broken"
  /** Every rule of it was skipped. */
  | "not tried"
  /** No request to a target can show it. */
  | "unobservable"
  /** It has no rule and no reason for that, which is a fault of the kit. */
  | "forgotten";

export interface RequirementReport {
  readonly id: RequirementId;
  readonly sentence: string;
  readonly standing: Standing;
  readonly rules: readonly string[];
  /** Why it was not observed. */
  readonly why: string | null;
}

/**
 * Each requirement with its result, in the order of the numbers. `known` are all rules, also those that this
 * run left out.
 */
export function classify(
  verdicts: readonly Verdict[],
  known: readonly Rule[],
): RequirementReport[] {
  const forgotten = new Set(forgottenRequirements(known));
  return requirements.map(({ id, sentence }) => {
    const about = verdicts.filter(({ rule }) => rule.requirements.includes(id));
    const rules = about.map(({ rule }) => rule.name);
    if (about.length === 0) {
      const why = unobservable[id] ?? null;
      if (why !== null) return { id, sentence, rules, standing: "unobservable", why };
      if (forgotten.has(id)) return { id, sentence, rules, standing: "forgotten", why };
      return { id, sentence, rules, standing: "not tried", why: "This run left its rules out." };
    }
    if (about.some(({ verdict }) => verdict === "fail")) {
      return { id, sentence, rules, standing: "broken", why: null };
    }
    if (about.some(({ verdict }) => verdict === "pass")) {
      return { id, sentence, rules, standing: "observed", why: null };
    }
    const messages = about.map((found) => (found.verdict === "skip" ? found.message : ""));
    return { id, sentence, rules, standing: "not tried", why: [...new Set(messages)].join(" ") };
  });
}

/** The requirements with neither a rule nor a reason why there can be none. */
export function forgottenRequirements(rules: readonly Rule[]): RequirementId[] {
  const cited = new Set(rules.flatMap((rule) => rule.requirements));
  return requirements.map(({ id }) => id).filter((id) => !cited.has(id) && !(id in unobservable));
}
