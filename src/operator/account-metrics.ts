import { Counter, Gauge, type Registry } from "prom-client";
import { formatAccountName, type AccountId } from "../domain/account.ts";
import type { NamedAccount } from "../store/accounts/accounts.ts";
import type { PoolUse } from "../store/engine.ts";

/** What a business watches, by the name of a booking's change. */
const counted: ReadonlySet<string> = new Set(["booked", "cancelled", "promoted", "checked-in"]);

/** Accounts beyond share the label `other`: each label is a series for a monitor to keep. */
const accountsMax = 100;

/** A database as its process's metrics ask it. */
export interface WatchedStore {
  readonly accounts: {
    page(page: { readonly ids: readonly AccountId[] }): Promise<readonly NamedAccount[]>;
  };
  poolUse(): readonly PoolUse[];
}

/** Registers the changes of bookings by account, and the use of the database's connections. */
export function watchAccounts(registers: Registry[]) {
  let store: WatchedStore | null = null;
  const names = new Map<AccountId, string>();
  const counts = new Map<AccountId, Map<string, number>>();
  const changes: Counter = new Counter({
    name: "booking_changes_total",
    help: "Bookings made, cancelled, promoted and checked in, by account; imports are not counted.",
    labelNames: ["account", "change"] as const,
    registers,
    collect: async () => {
      const unknown = [...counts.keys()].filter((id) => id !== others && !names.has(id));
      if (unknown.length > 0 && store !== null) {
        // A database that is away answers the next time.
        const found = await store.accounts.page({ ids: unknown }).catch(() => []);
        for (const { id, name } of found) names.set(id, formatAccountName(name));
      }
      changes.reset();
      for (const [id, ofAccount] of counts) {
        const account = names.get(id) ?? "other";
        for (const [change, count] of ofAccount) changes.inc({ account, change }, count);
      }
    },
  });
  watchPools(registers, () => store?.poolUse() ?? []);
  return {
    watchStore: (watched: WatchedStore) => {
      store = watched;
    },
    observeChanges: (accountId: AccountId, kinds: readonly string[]) => {
      const id = counts.has(accountId) || counts.size < accountsMax ? accountId : others;
      for (const kind of kinds) {
        if (!counted.has(kind)) continue;
        const ofAccount = counts.get(id) ?? new Map<string, number>();
        counts.set(id, ofAccount.set(kind, (ofAccount.get(kind) ?? 0) + 1));
      }
    },
  };
}

/** No account has this id. */
const others = -1 as AccountId;

function watchPools(registers: Registry[], uses: () => readonly PoolUse[]): void {
  const labelNames = ["pool"] as const;
  const watch = (
    Kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    value: (use: PoolUse) => number,
  ) => {
    const made: Gauge | Counter = new Kind({
      name: `booking_database_${name}`,
      help,
      labelNames,
      registers,
      collect: () => {
        made.reset();
        for (const use of uses()) made.inc({ pool: use.pool }, value(use));
      },
    });
  };
  watch(Gauge, "pool_size", "Connections that a pool to PostgreSQL may have.", (use) => use.size);
  watch(Gauge, "pool_in_use", "Connections of a pool that are lent.", (use) => use.inUse);
  watch(Gauge, "pool_waiting", "Who waits for a connection of a pool.", (use) => use.waiting);
  watch(
    Counter,
    "pool_waits_total",
    "How often somebody waited for a connection.",
    (use) => use.waits,
  );
  watch(
    Counter,
    "pool_wait_seconds_total",
    "Time that was waited for a connection of a pool.",
    (use) => use.waitSeconds,
  );
}
