import { canHappenTo, type Fault, type FaultyEndpoint, type FaultyRequest } from "./fault-kinds.ts";

/** A fault that waits for requests. */
export interface WaitingFault extends Fault {
  /** Only requests of this endpoint; null for every endpoint where the fault can happen. */
  readonly endpoint: FaultyEndpoint | null;
  /** To how many more requests it happens. */
  readonly times: number;
}

/** The faults that wait for the next requests, in the order in which they were asked for. */
export class FaultQueue {
  #waiting: readonly WaitingFault[] = [];

  get waiting(): readonly WaitingFault[] {
    return this.#waiting;
  }

  add(fault: WaitingFault): void {
    this.#waiting = [...this.#waiting, fault];
  }

  /** The first fault that waits for such a request; it waits for one request less from now on. */
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
