import type { LimitCount } from "./counts-exchange.ts";
import { CountsHub, type SharedCounts } from "./counts-hub.ts";

interface Listener {
  readonly id: number;
  send(message: { readonly kind: "counts"; readonly counts: readonly LimitCount[] }): void;
}

/** How long counts that are not urgent are collected before they are passed on. */
const passOnMs = 50;

/** Passes counts between the processes of a node. `listeners` are the processes that serve now. */
export function shareCounts(listeners: () => readonly Listener[], now: () => number) {
  const hub = new CountsHub();
  let timer: NodeJS.Timeout | null = null;
  const passOn = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const all = listeners();
    const changes = hub.takeChanges(all.map(({ id }) => id));
    for (const listener of all) {
      const counts = changes.get(listener.id);
      if (counts !== undefined) listener.send({ kind: "counts", counts });
    }
  };
  return {
    hub,
    report: (process: number, counts: readonly LimitCount[], urgent: boolean): void => {
      hub.report(process, counts, now());
      if (urgent) passOn();
      else timer ??= setTimeout(passOn, passOnMs).unref();
    },
    /** Adds up with other nodes, and passes on their counts. */
    shareWith: async (store: SharedCounts): Promise<void> => {
      await hub.share(store, now());
      passOn();
    },
    /** Sends all live counts to a new process. */
    welcome: (listener: Listener): void => {
      const counts = hub.allCounts(listener.id, now());
      if (counts.length > 0) listener.send({ kind: "counts", counts });
    },
  };
}

export type CountSharing = ReturnType<typeof shareCounts>;
