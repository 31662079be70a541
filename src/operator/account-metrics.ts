import { Counter, Gauge, type Registry } from "prom-client";
import { formatAccountName, type AccountId } from "../domain/account.ts";
import type { NamedAccount } from "../store/doors/access.ts";
import type { PoolUse } from "../store/engine.ts";

/** What a business watches, by the name of a booking's change. */
const ofBookings = new Map(
  ["booked", "cancelled", "promoted", "checked-in"].map((kind) => [kind, kind]),
);
/** What holds became, as `kindsOf` names it. */
const ofHolds = new Map(
  ["made", "booked", "released", "ended"].map((became) => [`hold-${became}`, became]),
);

/** Accounts beyond share the label `other`, as one does whose name is not found: each label is a series for a monitor to keep. */
const accountsMax = 100;

/** A database as its process's metrics ask it. */
export interface WatchedStore {
  readonly accounts: {
    page(page: { readonly ids: readonly AccountId[] }): Promise<readonly NamedAccount[]>;
  };
  countLiveHolds(): Promise<number>;
  poolUse(): readonly PoolUse[];
}

/** Registers the changes of bookings by account, and the use of the database's connections. */
export function watchAccounts(registers: Registry[]) {
  let store: WatchedStore | null = null;
  const names = new Map<AccountId, string>();
  const counts = new Map<AccountId, Map<string, number>>();
  const findNames = async () => {
    const unknown = [...counts.keys()].filter((id) => id !== others && !names.has(id));
    if (unknown.length === 0 || store === null) return;
    // A database that is away answers the next time.
    const found = await store.accounts.page({ ids: unknown }).catch(() => []);
    for (const { id, name } of found) names.set(id, formatAccountName(name));
  };
  const count = (name: string, help: string, label: string, of: ReadonlyMap<string, string>) => {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: ["account", label],
      registers,
      collect: async () => {
        await findNames();
        counter.reset();
        for (const [id, ofAccount] of counts) {
          const account = names.get(id) ?? "other";
          for (const [kind, made] of ofAccount) {
            const value = of.get(kind);
            if (value !== undefined) counter.inc({ account, [label]: value }, made);
          }
        }
      },
    });
  };
  count(
    "booking_changes_total",
    "Bookings made, cancelled, promoted and checked in, by account; imports are not counted.",
    "change",
    ofBookings,
  );
  count(
    "booking_holds_total",
    "Holds made, and ended by a booking, a release or their time, by account.",
    "became",
    ofHolds,
  );
  const live: Gauge = new Gauge({
    name: "booking_holds_live",
    help: "Holds whose seats are kept now, of all accounts.",
    registers,
    aggregator: "max",
    collect: async () => {
      // A database that is away answers the next time.
      live.set((await store?.countLiveHolds().catch(() => 0)) ?? 0);
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
        if (!ofBookings.has(kind) && !ofHolds.has(kind)) continue;
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
