import type { ObservedAnswer } from "../../http/call/sent-answer.ts";
import { countLatency, noLatencies, type Counts } from "./histogram.ts";

/** The answers to one account's callers in one interval. */
export interface TrafficCounts {
  /** By endpoint's wire name; `none` for a path that is none. */
  readonly endpoints: Record<string, { answered: number; readonly latency: Counts }>;
  /** Refused requests by reason. */
  readonly refusals: Record<string, number>;
}

/** Counts by account, `tenant/environment`; `""` for requests that reached no account. */
export type TrafficByAccount = Map<string, TrafficCounts>;

/** The facts of an answer that the plots need. */
export type CountedAnswer = Pick<ObservedAnswer, "account" | "endpoint" | "refusal" | "seconds">;

export function noTraffic(): TrafficCounts {
  return { endpoints: {}, refusals: {} };
}

export function countAnswer(counts: TrafficCounts, answer: CountedAnswer): void {
  const { endpoint, refusal, seconds } = answer;
  const of = (counts.endpoints[endpoint] ??= { answered: 0, latency: noLatencies() });
  of.answered += 1;
  countLatency(of.latency, seconds);
  if (refusal !== null) counts.refusals[refusal] = (counts.refusals[refusal] ?? 0) + 1;
}

/** Adds the second to the first. */
export function addTraffic(sum: TrafficCounts, more: TrafficCounts): void {
  for (const [endpoint, { answered, latency }] of Object.entries(more.endpoints)) {
    const of = (sum.endpoints[endpoint] ??= { answered: 0, latency: noLatencies() });
    of.answered += answered;
    for (const [index, count] of latency.entries()) {
      if (count > 0) of.latency[index] = (of.latency[index] ?? 0) + count;
    }
  }
  for (const [reason, count] of Object.entries(more.refusals)) {
    sum.refusals[reason] = (sum.refusals[reason] ?? 0) + count;
  }
}
