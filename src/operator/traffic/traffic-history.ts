import {
  addTraffic,
  noTraffic,
  type TrafficByAccount,
  type TrafficCounts,
} from "./traffic-counts.ts";
import type { TrafficPortion } from "./traffic-recorder.ts";

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
      for (const [account, counts] of portion) addTraffic(cellOf(step, account), counts);
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

function cellOf(step: TrafficByAccount, account: string): TrafficCounts {
  const key = step.has(account) || step.size < accountsMax ? account : others;
  const counts = step.get(key) ?? noTraffic();
  step.set(key, counts);
  return counts;
}
