import { canHappenTo, type Fault, type FaultyEndpoint, type FaultyRequest } from "./fault-kinds.ts";

/** A fault that waits for matching requests. */
export interface WaitingFault extends Fault {
  /** The endpoint of the requests; null for every endpoint where the fault can happen. */
  readonly endpoint: FaultyEndpoint | null;
  /** The number of requests that it still applies to. */
  readonly times: number;
}

/** The waiting faults, in the order of their orders. */
export class FaultQueue {
  #waiting: readonly WaitingFault[] = [];

  get waiting(): readonly WaitingFault[] {
    return this.#waiting;
  }

  add(fault: WaitingFault): void {
    this.#waiting = [...this.#waiting, fault];
  }

  /** Takes the first fault that fits the request, and reduces its count by one. */
  take(request: FaultyRequest): Fault | null {
    const found = this.#waiting.find(
      ({ name, endpoint }) =>
        (endpoint === null || endpoint === request.endpoint) && canHappenTo(name, request),
    );
    if (found === undefined) return null;
    this.#waiting = this.#waiting.flatMap((fault) => {
      if (fault !== found) return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    });
    return { name: found.name, amount: found.amount };
  }

  clear(): void {
    this.#waiting = [];
  }
}
