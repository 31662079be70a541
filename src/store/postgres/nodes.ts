import { AsyncLocalStorage } from "node:async_hooks";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import { Liveness, type Heartbeat } from "./liveness.ts";

/** Where the rows of an account are: a node of a Citus database. */
export interface AccountNode {
  /** Its address, which names the node and nothing else. */
  readonly name: string;
  readonly liveness: Liveness;
}

/** Asks one node for heartbeats. */
export interface NodeHeartbeat {
  /** Reads a row of the account from its node. Rejects where the node does not answer. */
  request(accountId: AccountId, signal: AbortSignal): Promise<Heartbeat>;
  close(): void;
}

interface NodesParts {
  /** Whether the statements are those of a task. */
  readonly isPatient: boolean;
  /** Asks the server which node has the rows of which account. */
  readAccounts(): Promise<ReadonlyMap<AccountId, string>>;
  openHeartbeat(): NodeHeartbeat;
}

/**
 * How long the map of accounts is used, while no node is asked for a heartbeat. An account that moves meanwhile is taken
 * for one of its old node.
 */
const maxAgeMs = 5_000;

/**
 * The nodes of a Citus database. A statement of an account reaches its node through the server that the
 * process is connected to, so a node that hangs looks like a busy server. Each node therefore has a liveness
 * and a pipeline of its own, and the accounts of the other nodes do not wait for it (B365).
 *
 * Without Citus there are no nodes, and nothing here runs on a request's path.
 */
export class Nodes {
  readonly #parts: NodesParts;
  readonly #scope = new AsyncLocalStorage<AccountId>();
  readonly #nodes = new Map<string, AccountNode>();
  #accounts: ReadonlyMap<AccountId, string> = new Map();
  #readAt = -Infinity;
  #reading: Promise<void> | null = null;
  readonly #closing: (() => void)[] = [];
  /** Whether the database has Citus; false until the first connection. */
  exist = false;

  constructor(parts: NodesParts) {
    this.#parts = parts;
  }

  /** The statements of `work` concern this account alone. */
  run<T>(accountId: AccountId, work: () => T): T {
    return this.exist ? this.#scope.run(accountId, work) : work();
  }

  /** The node that the present work needs; null where that is not one node, or not known yet. */
  get current(): AccountNode | null {
    if (!this.exist) return null;
    const accountId = this.#scope.getStore();
    if (accountId === undefined) return null;
    if (performance.now() - this.#readAt > maxAgeMs) void this.#read();
    const name = this.#accounts.get(accountId);
    return name === undefined ? null : this.#nodeOf(name);
  }

  /** Finds the nodes and asks each for its first heartbeat. Returns an account of each node that answered. */
  async findAnswering(): Promise<readonly AccountId[]> {
    if (!this.exist) return [];
    await this.#read();
    const ofEach = new Map([...this.#accounts].map(([id, name]) => [name, id]));
    const answered = await Promise.all(
      [...ofEach].map(async ([name, id]) =>
        (await this.#nodeOf(name).liveness.probe()) ? [id] : [],
      ),
    );
    return answered.flat();
  }

  close(): void {
    for (const close of this.#closing) close();
  }

  #nodeOf(name: string): AccountNode {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const heartbeat = this.#parts.openHeartbeat();
    const requestHeartbeat = async (signal: AbortSignal): Promise<Heartbeat> => {
      const [accountId] = [...this.#accounts].find(([, node]) => node === name) ?? [];
      // An account that has moved away is not refused with the node. A node that hangs outlasts this read.
      const read = this.#read();
      // No request waits for a node without accounts.
      if (accountId === undefined) return new Map();
      return heartbeat.request(accountId, signal).catch(async (error: unknown) => {
        await read;
        throw error;
      });
    };
    const patience = { asksUntilAnswered: true, isPatient: this.#parts.isPatient };
    const node = { name, liveness: new Liveness(requestHeartbeat, patience) };
    this.#nodes.set(name, node);
    this.#closing.push(() => {
      node.liveness.close();
      heartbeat.close();
    });
    return node;
  }

  /** No request waits for the map. Without it the accounts share what the whole database has. */
  #read(): Promise<void> {
    return (this.#reading ??= this.#scope
      .exit(() => this.#parts.readAccounts())
      .then(
        (accounts) => void (this.#accounts = accounts),
        () => {},
      )
      .finally(() => {
        this.#readAt = performance.now();
        this.#reading = null;
      }));
  }
}

/** The node of a Citus database that has the rows of each account, by its address. */
export async function readAccountNodes(
  reads: Kysely<Tables>,
): Promise<ReadonlyMap<AccountId, string>> {
  const { rows } = await sql<{ id: AccountId; node: string }>`
    select placed.id, concat_ws(':', node.nodename, node.nodeport) as node
    from (
      select id, get_shard_id_for_distribution_column('booking', id) as shard
      from account
      offset 0
    ) as placed
    join pg_dist_placement as place on place.shardid = placed.shard
    join pg_dist_node as node on node.groupid = place.groupid and node.noderole = 'primary'`.execute(
    reads,
  );
  return new Map(rows.map(({ id, node }) => [id, node]));
}

/** An expression that is true where the database has Citus and its tables may be distributed. */
export const citusIsThere = "to_regclass('pg_catalog.pg_dist_node') is not null";

export async function hasCitus(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${sql.raw(citusIsThere)} as has`.execute(
    database,
  );
  return rows[0]?.has === true;
}

/** Whether Citus has placed tables of the schema over its nodes. */
export async function hasDistributedTables(database: Kysely<Tables>): Promise<boolean> {
  if (!(await hasCitus(database))) return false;
  const { rows } = await sql`
    select 1
    from pg_dist_partition as part
    join pg_class as relation on relation.oid = part.logicalrelid
    where relation.relnamespace = current_schema()::regnamespace
    limit 1`.execute(database);
  return rows.length > 0;
}
