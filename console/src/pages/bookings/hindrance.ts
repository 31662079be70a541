import type { Explanation } from "../../api/operations.ts";

/**
 * What stands against a cancel: the cut-off alone, which binds callers and not operators; another rule, which binds
 * both; null where nothing does.
 */
export function hindranceOf({ rules }: Pick<Explanation, "rules">): "cut-off" | "other" | null {
  const broken = rules.filter(({ passed }) => !passed);
  if (broken.length === 0) return null;
  return broken.every(({ name }) => name === "cut-off") ? "cut-off" : "other";
}
