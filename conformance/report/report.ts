import { classify, type RequirementReport, type Standing } from "../classify.ts";
import type { Exchange } from "../engine/exchange.ts";
import type { Secrets } from "../engine/secrets.ts";
import type { Target } from "../engine/target.ts";
import type { Verdict } from "../engine/verdict.ts";
import type { Rule } from "../rule.ts";

/** A run for people and programs: secrets masked, plain data only. */
export interface Report {
  readonly target: string;
  readonly started_at: string;
  readonly seconds: number;
  readonly requests: number;
  readonly read_only: boolean;
  readonly rules: Readonly<Record<Verdict["verdict"], number>>;
  readonly requirements: Readonly<Record<Standing, number>>;
  readonly standings: readonly RequirementReport[];
  readonly verdicts: readonly VerdictReport[];
}

export interface VerdictReport {
  readonly rule: string;
  readonly verdict: Verdict["verdict"];
  /** The expectation and the observation, or why the rule was skipped; null where it holds. */
  readonly message: string | null;
  readonly reason: string | null;
  readonly requirements: readonly string[];
  readonly decisions: readonly string[];
  readonly sentence: string;
  readonly requests: number;
  readonly milliseconds: number;
  /** The exchange that shows a failure, or an example of a rule that holds. */
  readonly shown_by: ExchangeReport | null;
}

export interface ExchangeReport {
  readonly request: string;
  readonly answer: string;
}

/** Letters of a request or an answer that are shown, at most. */
const shownLettersMax = 12_000;

export function makeReport(parts: {
  readonly target: Target;
  /** All rules, also those that the run left out. */
  readonly rules: readonly Rule[];
  readonly verdicts: readonly Verdict[];
  readonly secrets: Secrets;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly readOnly: boolean;
}): Report {
  const { target, verdicts, secrets, startedAt, endedAt } = parts;
  const standings = classify(verdicts, parts.rules);
  return {
    target:
      target.place.base_url + (target.place.host === undefined ? "" : ` as ${target.place.host}`),
    started_at: new Date(startedAt).toISOString(),
    seconds: Math.round((endedAt - startedAt) / 100) / 10,
    requests: verdicts.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    read_only: parts.readOnly,
    rules: {
      pass: verdicts.filter(({ verdict }) => verdict === "pass").length,
      fail: verdicts.filter(({ verdict }) => verdict === "fail").length,
      skip: verdicts.filter(({ verdict }) => verdict === "skip").length,
    },
    requirements: {
      observed: count(standings, "observed"),
      broken: count(standings, "broken"),
      "not tried": count(standings, "not tried"),
      unobservable: count(standings, "unobservable"),
      forgotten: count(standings, "forgotten"),
    },
    standings,
    verdicts: verdicts.map((found) => describe(found, secrets)),
  };
}

function count(standings: readonly RequirementReport[], wanted: Standing): number {
  return standings.filter(({ standing }) => standing === wanted).length;
}

function describe(found: Verdict, secrets: Secrets): VerdictReport {
  const { rule, verdict, exchanges, ms } = found;
  const shownBy = found.verdict === "fail" ? found.shownBy : exchanges.at(-1);
  return {
    rule: rule.name,
    verdict,
    message: found.verdict === "pass" ? null : secrets.mask(found.message),
    reason: found.verdict === "skip" ? found.reason : null,
    requirements: rule.requirements,
    decisions: rule.decisions ?? [],
    sentence: rule.sentence,
    requests: exchanges.length,
    milliseconds: ms,
    shown_by: shownBy === undefined ? null : describeExchange(shownBy, secrets),
  };
}

function describeExchange({ request, answer }: Exchange, secrets: Secrets): ExchangeReport {
  const { pathname, search } = new URL(request.url);
  const head = [`${request.method} ${pathname}${search} HTTP/1.1`, ...lines(request.headers)];
  const status = [`HTTP/1.1 ${answer.status}`, ...lines(answer.headers)];
  return {
    request: cut(secrets.mask([...head, "", request.body].join("\n").trimEnd())),
    answer: cut(secrets.mask([...status, "", pretty(answer)].join("\n").trimEnd())),
  };
}

function lines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function pretty({ json, text }: Exchange["answer"]): string {
  return json === undefined ? text : JSON.stringify(json, null, 2);
}

function cut(text: string): string {
  return text.length <= shownLettersMax
    ? text
    : `${text.slice(0, shownLettersMax)}\n… (${text.length - shownLettersMax} letters more)`;
}
