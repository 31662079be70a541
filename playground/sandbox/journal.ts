import type { FaultName, FaultyEndpoint } from "./fault-kinds.ts";

/** A request that the sandbox has received, without query and body. */
export interface SeenRequest {
  readonly requestId: string;
  /** The sandbox's time, milliseconds UTC. */
  readonly at: number;
  readonly endpoint: FaultyEndpoint;
  readonly fault: FaultName | null;
  /** Null before the answer, and where the connection was cut instead. */
  status: number | null;
}

const maxKept = 1_000;

/** The newest requests, so that a test can count its client's calls. */
export class Journal {
  #requests: SeenRequest[] = [];

  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  add(request: SeenRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > maxKept) this.#requests.shift();
  }

  clear(): void {
    this.#requests = [];
  }
}
