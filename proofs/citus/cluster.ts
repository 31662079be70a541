import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { until } from "../../test/harness/until.ts";

/** A node of the Citus cluster at hand, whose processes run on this machine. */
export interface WorkerNode {
  readonly name: string;
  readonly port: number;
  /** Stops all its processes, so that it neither answers nor ends connections; returns what wakes them. */
  hang(): Promise<() => void>;
  /** Kills one of its processes, after which the node ends all sessions and recovers from its log. */
  crash(): Promise<void>;
  /** Waits until it accepts sessions: a recovery takes as long as its log and the machine need. */
  untilRecovered(): Promise<void>;
  /** Ends it at once, as a machine that loses its power; returns what starts it again. */
  stop(): Promise<() => Promise<void>>;
  /** Ends every session that another node has with the database there, also in the middle of a COMMIT. */
  cutSessions(): Promise<void>;
}

/** The cluster, as the superuser of one database on it. */
export interface CitusCluster extends AsyncDisposable {
  readonly version: string;
  readonly workers: readonly WorkerNode[];
  /** The port of the worker that has the rows of each account. */
  portsOfAccounts(): Promise<ReadonlyMap<number, number>>;
  /** Moves the shards of an account to another worker. */
  moveShard(accountId: number, to: WorkerNode): Promise<void>;
  rebalance(): Promise<void>;
  /** Moves all shards away from the node, and takes it out of the cluster. */
  removeNode(node: WorkerNode): Promise<void>;
  /** Adds the node with a new, empty database. */
  addNode(node: WorkerNode): Promise<void>;
  /** Gives the account shards of its own; its writes wait meanwhile. */
  isolate(accountId: number): Promise<void>;
}

export async function openCluster(databaseUrl: string): Promise<CitusCluster> {
  const coordinator = await connect(databaseUrl);
  const ask = async (text: string, values: unknown[] = []) =>
    (await coordinator.query(text, values)).rows;
  /** The coordinator keeps connections to the workers, which an earlier incident may have ended. */
  const order = async (text: string, values: unknown[] = []) => {
    for (let left = 3; ; left -= 1) {
      try {
        return await ask(text, values);
      } catch (error) {
        if (left === 0) throw error;
        await sleep(1_000);
      }
    }
  };
  const placed = () =>
    ask(`
      select account.id, node.nodename as name, node.nodeport as port, place.shardid as shard
      from (
        select id, get_shard_id_for_distribution_column('booking', id) as shard
        from account
        offset 0
      ) as account
      join pg_dist_placement as place on place.shardid = account.shard
      join pg_dist_node as node on node.groupid = place.groupid`);
  const [version] = await ask("select citus_version() as version");
  const nodes = await ask(
    "select nodename as name, nodeport as port from pg_dist_node where groupid <> 0 order by nodeport",
  );
  return {
    version: String(version.version).split(",")[0] ?? "",
    workers: nodes.map(({ name, port }) => workerNode(databaseUrl, name, port)),
    portsOfAccounts: async () => new Map((await placed()).map(({ id, port }) => [id, port])),
    moveShard: async (accountId, to) => {
      const { shard, name, port } = (await placed()).find(({ id }) => id === accountId);
      if (port === to.port) return;
      await order("select citus_move_shard_placement($1, $2, $3, $4, $5)", [
        shard,
        name,
        port,
        to.name,
        to.port,
      ]);
    },
    rebalance: async () => void (await order("select rebalance_table_shards()")),
    removeNode: async ({ name, port }) => {
      await order("select citus_drain_node($1, $2)", [name, port]);
      // What is left to be dropped there when the node goes can never be, and its shard never moves again.
      await until(async () => {
        await order("call citus_cleanup_orphaned_resources()");
        const [{ left }] = await ask("select count(*)::integer as left from pg_dist_cleanup");
        return left === 0;
      });
      await order("select citus_remove_node($1, $2)", [name, port]);
    },
    addNode: async ({ name, port }) => {
      const { pathname } = new URL(databaseUrl);
      const at = nodeUrl(databaseUrl, { name, port });
      const maintenance = new URL("/postgres", at).href;
      await askOnce(maintenance, `drop database "${pathname.slice(1)}" with (force)`);
      await askOnce(maintenance, `create database "${pathname.slice(1)}"`);
      await askOnce(at, "create extension citus");
      await order("select citus_add_node($1, $2)", [name, port]);
    },
    isolate: async (accountId) => {
      await order(
        "select isolate_tenant_to_new_shard('booking', $1::integer, 'CASCADE', shard_transfer_mode := 'block_writes')",
        [accountId],
      );
    },
    [Symbol.asyncDispose]: () => coordinator.end(),
  };
}

function workerNode(databaseUrl: string, name: string, port: number): WorkerNode {
  const url = nodeUrl(databaseUrl, { name, port });
  const ask = (text: string) => askOnce(url, text);
  const untilRecovered = async () => {
    await until(() => ask("select").catch(() => null), { everyMs: 100, limitMs: 180_000 });
  };
  const readPid = async () => {
    const [row] = await ask("select pg_read_file('postmaster.pid') as text");
    return Number(String(row.text).split("\n")[0]);
  };
  return {
    name,
    port,
    hang: async () => {
      const first = await readPid();
      const pids = [first, ...childrenOf(first)];
      signal(pids, "SIGSTOP");
      return () => signal([...childrenOf(first), first], "SIGCONT");
    },
    crash: async () => {
      const [row] = await ask(
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
      );
      if (row !== undefined) process.kill(row.pid, "SIGKILL");
    },
    untilRecovered,
    stop: async () => {
      const first = await readPid();
      const start = startAgain(first);
      process.kill(first, "SIGQUIT");
      await until(() => parentOf(first) === null);
      return async () => {
        start();
        await untilRecovered();
      };
    },
    cutSessions: async () => {
      // Other databases of the node may belong to other runs.
      await ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'citus_internal%' and datname = current_database()",
      );
    },
  };
}

/** Returns what starts the program of a process anew, as the same user. */
function startAgain(pid: number): () => void {
  const [program = "", ...words] = readFileSync(`/proc/${pid}/cmdline`, "utf8")
    .split("\0")
    .slice(0, -1);
  const { uid, gid } = statSync(`/proc/${pid}`);
  return () => spawn(program, words, { uid, gid, detached: true, stdio: "ignore" }).unref();
}

function nodeUrl(databaseUrl: string, { name, port }: Pick<WorkerNode, "name" | "port">): string {
  const url = new URL(databaseUrl);
  url.hostname = name;
  url.port = String(port);
  return url.href;
}

async function askOnce(url: string, text: string): Promise<any[]> {
  const client = await connect(url);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    // The name stands in brackets and may have spaces; the parent is the second word after it.
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    return Number(rest.split(" ")[1]);
  } catch {
    return null;
  }
}

/** A process may have ended meanwhile. */
function signal(pids: readonly number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url);
  client.on("error", () => {});
  await client.connect();
  return client;
}
