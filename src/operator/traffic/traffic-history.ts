import {
  addTraffic,
  noTraffic,
  type TrafficByAccount,
  type TrafficCounts,
} from "./traffic-counts.ts";
import type { TrafficPortion } from "./traffic-recorder.ts";

/** How far back, and how finely. */
export const trafficWindows = {
  "5m": { stepSeconds: 2, steps: 150 },
  "1h": { stepSeconds: 10, steps: 360 },
  "24h": { stepSeconds: 300, steps: 288 },
} as const;
export type TrafficWindow = keyof typeof trafficWindows;

/** What happened step after step, oldest first. */
export interface TrafficSeries {
  readonly stepSeconds: number;
  /** Milliseconds UTC; steps that began before `since` are empty. */
  readonly from: number;
  readonly since: number;
  readonly steps: readonly TrafficCounts[];
  /** Some of what was asked for was not kept apart from other accounts. */
  readonly incomplete: boolean;
}

/** What each step keeps apart; what comes from further accounts is kept together. */
const accountsMax = 50;
const others = "*";
/** Server processes tell what they counted once a second: a step is not shown before that. */
const settleMs = 1_000;

/**
 * What was answered during the last day, by account, in the memory of the process that has the
 * operator's listener: three rings, each with steps of its own length. Begins empty with the process.
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
      for (const [account, counts] of portion) addTraffic(cellOf(step, account), counts);
      for (const old of ring.keys()) {
        // One more than is shown, since the latest is not.
        if (old >= number - steps - 1 && old <= number) break;
        ring.delete(old);
      }
    }
  }

  /** Of these accounts together; null: of all, and of what reached no account. */
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

function cellOf(step: TrafficByAccount, account: string): TrafficCounts {
  const key = step.has(account) || step.size < accountsMax ? account : others;
  const counts = step.get(key) ?? noTraffic();
  step.set(key, counts);
  return counts;
}
