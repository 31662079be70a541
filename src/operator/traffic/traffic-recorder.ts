import {
  countAnswer,
  noTraffic,
  type CountedAnswer,
  type TrafficByAccount,
} from "./traffic-counts.ts";

/** The counts since the last `take()`, as one process sends them to another. */
export type TrafficPortion = readonly (readonly [
  account: string,
  counts: ReturnType<typeof noTraffic>,
])[];

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
    const account = answer.account ?? "";
    let counts = this.#counts.get(account);
    if (counts === undefined) {
      counts = noTraffic();
      this.#counts.set(account, counts);
    }
    countAnswer(counts, answer);
  }

  /** The counts since the last call. */
  take(): TrafficPortion {
    const taken = [...this.#counts];
    this.#counts = new Map();
    return taken;
  }
}
