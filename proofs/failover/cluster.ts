import { Client } from "pg";
import { startFaultProxy } from "../../test/harness/fault-proxy.ts";
import { startPostgresPair } from "../../test/harness/postgres-server.ts";
import { until } from "../../test/harness/until.ts";

/**
 * A primary and its standby. What is written goes from one to the other over a slow link, and callers
 * reach them over a switch, as they would over a virtual address or a proxy.
 */
export interface Cluster extends AsyncDisposable {
  /** What callers use: it leads to the primary, until `switchOver`. */
  readonly url: string;
  /** The standby itself, which is the primary after `promote`. */
  readonly standbyUrl: string;
  /** How the primary sees its standby: `sync`, `async`, or null where there is none. */
  standbyState(): Promise<string | null>;
  /** Waits until the standby has everything, and from then on lets it have the rest so much later. */
  lag(lagMs: number): Promise<void>;
  /** Ends all processes of the primary's at once, as if its machine had lost its power. */
  killPrimary(): Promise<void>;
  /** Returns when the standby takes writes. */
  promote(): Promise<void>;
  switchOver(): void;
}

const standbyName = "standby";
const flags = [
  // When it has lost its primary, or not been told of one, it looks again so soon.
  "-c",
  "wal_retrieve_retry_interval=100ms",
  // Of what a killed server shared, the most is then in its own folder, and goes with that.
  "-c",
  "dynamic_shared_memory_type=mmap",
];

/** With `synchronous` off a commit is acknowledged before the standby has heard of it. */
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
      // Who would start new ones goes first.
      for (const pid of [primary.pid, ...processes.map((row) => Number(row["pid"]))]) kill(pid);
      // What has not yet left the machine dies with it.
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
    // The standby's own copy of this setting is empty: once promoted, it goes on alone.
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

/** The link and the switch run in this process: nothing here may hold it up, so it asks like this. */
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
    // It has ended meanwhile.
  }
}
