import { UnreachableError } from "../../api/problem.ts";
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

export function openDelivery(parts: DeliveryParts): Delivery {
  const { memory, retryMs = 2_000 } = parts;
  const lanes = new Map<string, Promise<void>>();
  const tried = new Set<string>();
  let unsent: readonly QueuedRequest[] = [];
  let isRetrying = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retryAfter = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void retry(), ms);
  };

  const wait = (request: QueuedRequest) => {
    if (!parts.staysUnsent(request)) return memory.forget(request.key);
    unsent = [...unsent, request].toSorted((one, other) => one.at - other.at);
    if (unsent.length === 1) retryAfter(firstRetryMs);
    parts.onChange();
  };

  const leave = (request: QueuedRequest) => {
    unsent = unsent.filter(({ key }) => key !== request.key);
    memory.forget(request.key);
    parts.onChange();
  };

  const sendNow = async (request: QueuedRequest) => {
    if (unsent.length > 0) return wait(request);
    tried.add(request.key);
    try {
      await parts.perform(request, firstLimitMs);
    } catch (error) {
      if (!leavesOpen(error)) throw error;
      return wait(request);
    }
    memory.forget(request.key);
  };

  const retry = async () => {
    if (isRetrying) return;
    isRetrying = true;
    let isAnswered = false;
    for (const request of unsent) {
      if (isClosed || !unsent.includes(request)) continue;
      tried.add(request.key);
      try {
        await parts.perform(request, repeatLimitMs);
        leave(request);
        isAnswered = true;
      } catch (error) {
        if (error instanceof UnreachableError) break;
        // The service answers, so a request that it cannot perform now does not delay the others.
      }
    }
    isRetrying = false;
    if (unsent.length > 0) retryAfter(isAnswered ? 0 : retryMs);
  };

  return {
    send: (request) => {
      memory.keep(request);
      const lane = laneOf(request);
      const sent = (lanes.get(lane) ?? Promise.resolve()).then(() => sendNow(request));
      lanes.set(lane, sent);
      return sent.finally(() => {
        if (lanes.get(lane) === sent) lanes.delete(lane);
      });
    },
    open: (load) => {
      isClosed = false;
      void load().then((requests) => {
        for (const { key } of requests) tried.add(key);
        unsent = [...requests, ...unsent].toSorted((one, other) => one.at - other.at);
        if (unsent.length > 0) retryAfter(0);
        return parts.onChange();
      });
      return () => {
        isClosed = true;
        clearTimeout(timer);
      };
    },
    retryNow: () => {
      if (unsent.length > 0) retryAfter(0);
    },
    withdraw: (request) => {
      if (tried.has(request.key) || !unsent.includes(request)) return false;
      leave(request);
      return true;
    },
    unsent: () => unsent,
  };
}

/** Requests about one booking do not overtake one another. */
function laneOf({ action }: QueuedRequest): string {
  return action.kind === "search" ? action.text : action.booking;
}
