import type { Verdict } from "../engine/verdict.ts";
import type { Rule } from "../rule.ts";
import type { BrokenServer } from "./broken-server.ts";

/**
 * Returns the failed rules that name the requirement which the server breaks. The requirement's own rules run
 * first, because they nearly always suffice; a rule that looks back may need the requests of the other rules.
 */
export async function catchServer(
  { breaks }: BrokenServer,
  rules: readonly Rule[],
  run: (rules: readonly Rule[]) => Promise<readonly Verdict[]>,
): Promise<Rule[]> {
  const naming = rules.filter(({ requirements }) => requirements.includes(breaks));
  for (const tried of [naming, rules]) {
    const red = (await run(tried)).filter(({ verdict }) => verdict === "fail");
    const found = red.map(({ rule }) => rule).filter((rule) => naming.includes(rule));
    if (found.length > 0) return found;
  }
  return [];
}
