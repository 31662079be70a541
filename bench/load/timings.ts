import type { AnswerSeen } from "./answer-reader.ts";
import type { LoadResult } from "./load-order.ts";

const thousandths = 1000;

/** The timings of one run's answers. */
export class Timings {
  #latencies = new Float64Array(1 << 14);
  #serviceTimes = new Float64Array(1 << 14);
  #lateness = new Float64Array(1 << 14);
  #statuses: Record<number, number> = {};
  #bytes = 0;
  requests = 0;
  sent = 0;

  add(
    answer: AnswerSeen,
    times: { readonly latencyMs: number; readonly serviceMs: number; readonly lateMs: number },
  ): void {
    if (this.requests === this.#latencies.length) {
      this.#latencies = grown(this.#latencies);
      this.#serviceTimes = grown(this.#serviceTimes);
      this.#lateness = grown(this.#lateness);
    }
    this.#latencies[this.requests] = times.latencyMs;
    this.#serviceTimes[this.requests] = times.serviceMs;
    this.#lateness[this.requests] = times.lateMs;
    this.requests += 1;
    this.#bytes += answer.bytes;
    this.#statuses[answer.status] = (this.#statuses[answer.status] ?? 0) + 1;
  }

  summary(): Pick<LoadResult, "statuses" | "bytes" | "latencies" | "serviceTimes" | "lateness"> {
    return {
      statuses: this.#statuses,
      bytes: this.#bytes / Math.max(1, this.requests),
      latencies: spread(this.#latencies.subarray(0, this.requests)),
      serviceTimes: spread(this.#serviceTimes.subarray(0, this.requests)),
      lateness: spread(this.#lateness.subarray(0, this.requests)),
    };
  }
}

function grown(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}

function spread(values: Float64Array): number[] {
  if (values.length === 0) return [];
  const sorted = values.toSorted();
  return Array.from(
    { length: thousandths + 1 },
    (_, at) => sorted[Math.round((at / thousandths) * (sorted.length - 1))] ?? 0,
  );
}
