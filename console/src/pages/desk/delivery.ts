import { OtherOperatorError, UnreachableError } from "../../api/problem.ts";
import { leavesOpen } from "./desk-api.ts";
import type { DeskMemory } from "./desk-memory.ts";
import type { QueuedRequest } from "./queued-request.ts";

/**
 * Sends requests to the service. While the service answers, each is sent at once, and those about one
 * booking one after the other. The first request without a response begins an outage. It and all later
 * ones wait, and are sent in the order of their scans until each has a response; then the outage ends.
 */
export interface Delivery {
  /** Resolves when the request has a response, or is queued by an outage. */
  readonly send: (request: QueuedRequest) => Promise<void>;
  /** Sends the earlier unsent requests that `load` finds; the returned function stops it. */
  readonly open: (load: () => Promise<readonly QueuedRequest[]>) => () => void;
  readonly retryNow: () => void;
  /** Removes a request that was never sent; false where it may have been sent. */
  readonly withdraw: (request: QueuedRequest) => boolean;
  readonly unsent: () => readonly QueuedRequest[];
}

export interface DeliveryParts {
  /** Performs a request and shows its outcome; throws where `leavesOpen`. */
  readonly perform: (request: QueuedRequest, limitMs: number) => Promise<void>;
  /** After no response: true where the request waits, false where it is settled without one. */
  readonly staysUnsent: (request: QueuedRequest) => boolean;
  readonly memory: Pick<DeskMemory, "keep" | "forget">;
  /** The set of unsent requests has changed. */
  readonly onChange: () => void;
  readonly retryMs?: number;
}

const firstLimitMs = 4_000;
/** A repetition has more time, so that a slow service can answer too. */
const repeatLimitMs = 8_000;
const firstRetryMs = 100;
const usualRetryMs = 2_000;

export function openDelivery(parts: DeliveryParts): Delivery {
  return new OpenedDelivery(parts);
}

class OpenedDelivery implements Delivery {
  readonly #parts: DeliveryParts;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #tried = new Set<string>();
  #unsent: readonly QueuedRequest[] = [];
  #isRetrying = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  readonly unsent = () => this.#unsent;

  readonly send = (request: QueuedRequest): Promise<void> => {
    this.#parts.memory.keep(request);
    const lanes = this.#lanes;
    const lane = laneOf(request);
    const sent = (lanes.get(lane) ?? Promise.resolve()).then(() => this.#sendNow(request));
    lanes.set(lane, sent);
    return sent.finally(() => {
      if (lanes.get(lane) === sent) lanes.delete(lane);
    });
  };

  readonly open = (load: () => Promise<readonly QueuedRequest[]>) => {
    this.#isClosed = false;
    void load().then((requests) => {
      for (const { key } of requests) this.#tried.add(key);
      this.#unsent = [...requests, ...this.#unsent].toSorted((one, other) => one.at - other.at);
      this.retryNow();
      return this.#parts.onChange();
    });
    return () => {
      this.#isClosed = true;
      clearTimeout(this.#timer);
    };
  };

  readonly retryNow = () => {
    if (this.#unsent.length > 0) this.#retryAfter(0);
  };

  readonly withdraw = (request: QueuedRequest): boolean => {
    if (this.#tried.has(request.key) || !this.#unsent.includes(request)) return false;
    this.#leave(request);
    return true;
  };

  async #sendNow(request: QueuedRequest): Promise<void> {
    if (this.#unsent.length > 0) return this.#wait(request);
    this.#tried.add(request.key);
    try {
      await this.#parts.perform(request, firstLimitMs);
    } catch (error) {
      if (!leavesOpen(error)) throw error;
      return this.#wait(request);
    }
    this.#parts.memory.forget(request.key);
  }

  #wait(request: QueuedRequest): void {
    if (!this.#parts.staysUnsent(request)) return this.#parts.memory.forget(request.key);
    this.#unsent = [...this.#unsent, request].toSorted((one, other) => one.at - other.at);
    if (this.#unsent.length === 1) this.#retryAfter(firstRetryMs);
    this.#parts.onChange();
  }

  #leave(request: QueuedRequest): void {
    this.#unsent = this.#unsent.filter(({ key }) => key !== request.key);
    this.#parts.memory.forget(request.key);
    this.#parts.onChange();
  }

  #retryAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#retry(), ms);
  }

  async #retry(): Promise<void> {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    let isAnswered = false;
    for (const request of this.#unsent) {
      if (this.#isClosed || !this.#unsent.includes(request)) continue;
      this.#tried.add(request.key);
      try {
        await this.#parts.perform(request, repeatLimitMs);
        this.#leave(request);
        isAnswered = true;
      } catch (error) {
        if (error instanceof UnreachableError || error instanceof OtherOperatorError) break;
        // The service answers, so a request that it cannot perform now does not delay the others.
      }
    }
    this.#isRetrying = false;
    if (this.#unsent.length > 0)
      this.#retryAfter(isAnswered ? 0 : (this.#parts.retryMs ?? usualRetryMs));
  }
}

/** Requests about one booking do not overtake one another. */
function laneOf({ action }: QueuedRequest): string {
  return action.kind === "search" ? action.text : action.booking;
}
