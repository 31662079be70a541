import { Client } from "pg";
import { startFaultProxy } from "../../test/harness/fault-proxy.ts";
import { startPostgresPair } from "../../test/harness/postgres-server.ts";
import { until } from "../../test/harness/until.ts";

/**
 * A primary and its standby. A slow link replicates from one to the other, and callers reach them over a
 * switch, as over a virtual address or a proxy.
 */
export interface Cluster extends AsyncDisposable {
  /** The callers' URL. It leads to the primary until `switchOver`. */
  readonly url: string;
  /** The standby's own URL; after `promote` it is the primary's. */
  readonly standbyUrl: string;
  /** The standby's state at the primary: `sync`, `async`, or null where there is none. */
  standbyState(): Promise<string | null>;
  /** Waits until the standby has everything, and from then on delays replication by `lagMs`. */
  lag(lagMs: number): Promise<void>;
  /** Ends all processes of the primary at once, as a power failure of its machine would. */
  killPrimary(): Promise<void>;
  /** Promotes the standby; returns when it takes writes. */
  promote(): Promise<void>;
  switchOver(): void;
}

const standbyName = "standby";
const flags = [
  // A standby without a primary tries to reconnect after this long.
  "-c",
  "wal_retrieve_retry_interval=100ms",
  // Most shared memory of a killed server is in its own folder, and is removed with it.
  "-c",
  "dynamic_shared_memory_type=mmap",
];

/** Without `synchronous` a commit is acknowledged before the standby has it. */
export async function startCluster(order: { readonly synchronous: boolean }): Promise<Cluster> {
  const pair = await startPostgresPair(flags);
  const { primary, standby } = pair;
  const link = await startFaultProxy(primary.url);
  const road = await startFaultProxy(primary.url);
  const cluster: Cluster = {
    url: road.url,
    standbyUrl: standby.url,
    standbyState: async () => {
      const [row] = await ask(
        primary.url,
        `select sync_state from pg_stat_replication
         where application_name = '${standbyName}' and state = 'streaming'`,
      );
      return row === undefined ? null : String(row["sync_state"]);
    },
    lag: async (delayMs) => {
      await until(async () => {
        const [row] = await ask(
          primary.url,
          "select flush_lsn = pg_current_wal_flush_lsn() as has_all from pg_stat_replication",
        );
        return row?.["has_all"] === true;
      });
      link.meet(({ from }) => (from === "database" ? { delayMs } : "pass"));
    },
    killPrimary: async () => {
      const processes = await ask(primary.url, "select pid from pg_stat_activity");
      // The postmaster first, because it would start new processes.
      for (const pid of [primary.pid, ...processes.map((row) => Number(row["pid"]))]) kill(pid);
      // Data that has not left the machine is lost with it.
      link.cutAll();
    },
    promote: async () => {
      const [row] = await ask(standby.url, "select pg_promote(true, 60) as promoted");
      if (row?.["promoted"] !== true) throw new Error("The standby was not promoted in time.");
    },
    switchOver: () => road.leadTo(standby.url),
    [Symbol.asyncDispose]: async () => {
      await link[Symbol.asyncDispose]();
      await road[Symbol.asyncDispose]();
      await pair[Symbol.asyncDispose]();
    },
  };
  try {
    await follow(standby.url, new URL(link.url));
    await until(async () => (await cluster.standbyState()) !== null);
    // The standby's own copy of this setting is empty, so that it commits alone once it is promoted.
    if (order.synchronous) await change(primary.url, "synchronous_standby_names", standbyName);
    const state = order.synchronous ? "sync" : "async";
    await until(async () => (await cluster.standbyState()) === state);
    return cluster;
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}

async function follow(standbyUrl: string, link: URL): Promise<void> {
  const { hostname, port, username, password } = link;
  const words = { host: hostname, port, user: username, password, application_name: standbyName };
  const info = Object.entries(words).map(([word, value]) => `${word}=${value}`);
  await change(standbyUrl, "primary_conninfo", info.join(" "));
}

async function change(url: string, setting: string, value: string): Promise<void> {
  await ask(url, `alter system set ${setting} = '${value}'`);
  await ask(url, "select pg_reload_conf()");
}

/** The link and the switch run in this process, so the query must not block its event loop. */
async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended meanwhile.
  }
}
