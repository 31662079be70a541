import type { Report } from "./report.ts";

/** The summary of a run in a few lines. */
export function summaryLines({
  rules,
  requirements,
  requests,
  seconds,
  standings,
  verdicts,
}: Report): string[] {
  const total = standings.length;
  const broken = standings.filter(({ standing }) => standing === "broken").map(({ id }) => id);
  const untried = standings.filter(({ standing }) => standing === "not tried").map(({ id }) => id);
  const skippedFor = (why: string) => verdicts.some(({ reason }) => reason === why);
  return [
    `${rules.pass} rules hold, ${rules.fail} are broken, ${rules.skip} were skipped; ${requests} requests in ${seconds} s.`,
    `Of ${total} requirements ${requirements.observed} were observed, ${requirements.broken} are broken, ${requirements["not tried"]} could not be tried, ${requirements.unobservable} cannot be seen from outside.`,
    ...(skippedFor("no-token")
      ? ["The credentials gave no token, so most could not be tried: look at them first."]
      : []),
    ...(skippedFor("target-gone")
      ? ["The target stopped answering during the run: what was tried last says little about it."]
      : []),
    ...(broken.length === 0 ? [] : [`Broken: ${broken.join(", ")}.`]),
    // A run of few rules leaves nearly everything untried, so the list would say nothing.
    ...(untried.length === 0 || untried.length > total / 2
      ? []
      : [`Not tried: ${untried.join(", ")}.`]),
  ];
}
