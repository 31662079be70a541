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

function cellOf(counts: TrafficByAccount, account: string): TrafficCounts {
  const known = counts.get(account);
  if (known !== undefined) return known;
  const none = noTraffic();
  counts.set(account, none);
  return none;
}

/** The counts since the last `take()`, as one process sends them to another. */
export type TrafficPortion = readonly (readonly [account: string, counts: TrafficCounts])[];

/** How often counts are sent. */
export const trafficMs = 1_000;

/** Whether this came from `take()`, in this process or another. */
export function isTrafficPortion(value: unknown): value is TrafficPortion {
  return Array.isArray(value) && value.every((each) => Array.isArray(each) && each.length === 2);
}

/** Counts what one process answers. */
export class TrafficRecorder {
  #counts: TrafficByAccount = new Map();

  count(answer: CountedAnswer): void {
    countAnswer(cellOf(this.#counts, answer.account ?? ""), answer);
  }

  /** The counts since the last call. */
  take(): TrafficPortion {
    const taken = [...this.#counts];
    this.#counts = new Map();
    return taken;
  }
}

/** The windows of the plots: length of a step, and number of steps. */
export const trafficWindows = {
  "5m": { stepSeconds: 2, steps: 150 },
  "1h": { stepSeconds: 10, steps: 360 },
  "24h": { stepSeconds: 300, steps: 288 },
} as const;
export type TrafficWindow = keyof typeof trafficWindows;

/** The traffic of a window's steps, oldest first. */
export interface TrafficSeries {
  readonly stepSeconds: number;
  /** Milliseconds UTC; steps that began before `since` are empty. */
  readonly from: number;
  readonly since: number;
  readonly steps: readonly TrafficCounts[];
  /** Some steps hold these accounts only together with others. */
  readonly incomplete: boolean;
}

/** The most accounts that a step keeps apart; further ones are counted together. */
const accountsMax = 50;
const others = "*";
/** Server processes report once a second, so a step is shown after that time. */
const settleMs = 1_000;

/**
 * The traffic of the last day by account, in the memory of the process with the operator's
 * listener: one ring of steps for each window. It begins empty with the process.
 */
export class TrafficHistory {
  readonly #since: number;
  /** For each window, by the number of the step since 1970. */
  readonly #rings = new Map<TrafficWindow, Map<number, TrafficByAccount>>();

  constructor(now: number) {
    this.#since = now;
    for (const window of windows) this.#rings.set(window, new Map());
  }

  add(portion: TrafficPortion, now: number): void {
    if (portion.length === 0) return;
    for (const [window, ring] of this.#rings) {
      const { stepSeconds, steps } = trafficWindows[window];
      const number = Math.floor(now / (stepSeconds * 1000));
      const step = ring.get(number) ?? new Map<string, TrafficCounts>();
      ring.set(number, step);
      for (const [account, counts] of portion) {
        const isApart = step.has(account) || step.size < accountsMax;
        addTraffic(cellOf(step, isApart ? account : others), counts);
      }
      for (const old of ring.keys()) {
        // One step more than is shown, because the latest is not shown.
        if (old >= number - steps - 1 && old <= number) break;
        ring.delete(old);
      }
    }
  }

  /** The sum over these accounts; null: over all, and over requests that reached none. */
  series(window: TrafficWindow, accounts: readonly string[] | null, now: number): TrafficSeries {
    const { stepSeconds, steps } = trafficWindows[window];
    const ring = this.#rings.get(window);
    const first = Math.floor((now - settleMs) / (stepSeconds * 1000)) - steps;
    let incomplete = false;
    const found = Array.from({ length: steps }, (_, index) => {
      const step = ring?.get(first + index);
      const sum = noTraffic();
      if (step === undefined) return sum;
      if (accounts !== null && step.has(others)) incomplete = true;
      for (const account of accounts ?? step.keys()) {
        const counts = step.get(account);
        if (counts !== undefined) addTraffic(sum, counts);
      }
      return sum;
    });
    const from = first * stepSeconds * 1000;
    return { stepSeconds, from, since: this.#since, steps: found, incomplete };
  }
}

const windows = Object.keys(trafficWindows) as TrafficWindow[];
