import { UnreachableError } from "../../api/problem.ts";
import { leavesOpen } from "./door-api.ts";
import type { DeskMemory } from "./desk-memory.ts";
import type { Errand } from "./errand.ts";

/**
 * Brings errands to the service. As long as it answers, each goes at once, those about one booking one
 * after the other. The first one without an answer begins an outage: it and all after it wait, and are
 * sent in the order of their scans, each until it is answered, before anything goes at once again.
 */
export interface Delivery {
  /** Resolves when the errand is answered, or waits for the end of an outage. */
  readonly send: (errand: Errand) => Promise<void>;
  /** Sends again what `load` finds unsent from before, until the function is called that it returns. */
  readonly open: (load: () => Promise<readonly Errand[]>) => () => void;
  readonly retryNow: () => void;
  /** Takes out what was never sent; false where it was, or may have been. */
  readonly withdraw: (errand: Errand) => boolean;
  readonly unsent: () => readonly Errand[];
}

export interface DeliveryParts {
  /** Performs an errand and shows its outcome; throws where `leavesOpen`. */
  readonly perform: (errand: Errand, limitMs: number) => Promise<void>;
  /** No answer: whether the errand waits, or is settled without one. */
  readonly staysUnsent: (errand: Errand) => boolean;
  readonly memory: Pick<DeskMemory, "keep" | "forget">;
  /** Errands were sent, or are unsent. */
  readonly onChange: () => void;
  readonly retryMs?: number;
}

const firstLimitMs = 4_000;
/** A repetition has more time, so that also a slow service answers in time. */
const repeatLimitMs = 8_000;
const firstRetryMs = 100;

export function openDelivery(parts: DeliveryParts): Delivery {
  const { memory, retryMs = 2_000 } = parts;
  const lanes = new Map<string, Promise<void>>();
  const tried = new Set<string>();
  let unsent: readonly Errand[] = [];
  let isRetrying = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retryAfter = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void retry(), ms);
  };

  const wait = (errand: Errand) => {
    if (!parts.staysUnsent(errand)) return memory.forget(errand.key);
    unsent = [...unsent, errand].toSorted((one, other) => one.at - other.at);
    if (unsent.length === 1) retryAfter(firstRetryMs);
    parts.onChange();
  };

  const leave = (errand: Errand) => {
    unsent = unsent.filter(({ key }) => key !== errand.key);
    memory.forget(errand.key);
    parts.onChange();
  };

  const sendNow = async (errand: Errand) => {
    if (unsent.length > 0) return wait(errand);
    tried.add(errand.key);
    try {
      await parts.perform(errand, firstLimitMs);
    } catch (error) {
      if (!leavesOpen(error)) throw error;
      return wait(errand);
    }
    memory.forget(errand.key);
  };

  const retry = async () => {
    if (isRetrying) return;
    isRetrying = true;
    let isAnswered = false;
    for (const errand of unsent) {
      if (isClosed || !unsent.includes(errand)) continue;
      tried.add(errand.key);
      try {
        await parts.perform(errand, repeatLimitMs);
        leave(errand);
        isAnswered = true;
      } catch (error) {
        if (error instanceof UnreachableError) break;
        // The service answers: an errand that it cannot perform now does not hold up the others.
      }
    }
    isRetrying = false;
    if (unsent.length > 0) retryAfter(isAnswered ? 0 : retryMs);
  };

  return {
    send: (errand) => {
      memory.keep(errand);
      const lane = laneOf(errand);
      const sent = (lanes.get(lane) ?? Promise.resolve()).then(() => sendNow(errand));
      lanes.set(lane, sent);
      return sent.finally(() => {
        if (lanes.get(lane) === sent) lanes.delete(lane);
      });
    },
    open: (load) => {
      isClosed = false;
      void load().then((errands) => {
        for (const { key } of errands) tried.add(key);
        unsent = [...errands, ...unsent].toSorted((one, other) => one.at - other.at);
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
    withdraw: (errand) => {
      if (tried.has(errand.key) || !unsent.includes(errand)) return false;
      leave(errand);
      return true;
    },
    unsent: () => unsent,
  };
}

/** Errands about one booking do not overtake one another. */
function laneOf({ act }: Errand): string {
  return act.kind === "search" ? act.text : act.booking;
}
