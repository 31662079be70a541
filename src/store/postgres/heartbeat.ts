import type { AccountId } from "../../domain/account.ts";
import { Client, type ClientConfig } from "pg";
import { sqlState } from "./faults.ts";
import type { Heartbeat } from "./liveness.ts";
import type { NodeHeartbeat } from "./nodes.ts";
import { withoutCompiling } from "./session.ts";

/**
 * A process is idle for a moment between statements that were sent together: one is at work that has been idle for
 * less than half a second. Without `track_activities` the server does not say which processes are idle, so none is.
 */
const idleProcesses = `
  select pid, state like 'idle%' and state_change < clock_timestamp() - interval '500 milliseconds' as is_idle
  from pg_stat_activity
  where usename = session_user`;

/** Reads a row of the account. */
export const readNode = "select since from change_feed where account_id = $1";

/** An answer of the server is a heartbeat, even a refusal of one more connection, unless it says that the server ends or starts. */
export async function requestHeartbeat(
  config: ClientConfig,
  signal: AbortSignal,
): Promise<Heartbeat> {
  const client = newClient(config);
  signal.addEventListener("abort", () => end(client));
  try {
    await connect(client, config);
    return await readProcesses(client);
  } catch (error) {
    if (sqlState(error) === null || sqlState(error)?.startsWith("57P") === true) throw error;
    return new Map();
  }
}

/**
 * Asks one node of a Citus database. The connection is kept between heartbeats: a new one, whose session of the
 * server opens another to the node, takes longer on a busy machine than a heartbeat may take (B365).
 */
export class KeptHeartbeat implements NodeHeartbeat {
  readonly #config: ClientConfig;
  #kept: Client | null = null;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  /** The server says at once when it cannot reach the node. */
  async request(accountId: AccountId, signal: AbortSignal): Promise<Heartbeat> {
    const kept = this.#kept;
    this.#kept = null;
    if (kept !== null) {
      // The way to the node may have been lost since the last heartbeat.
      const heartbeat = await this.#ask(kept, accountId, signal).catch(() => null);
      if (heartbeat !== null) return heartbeat;
      signal.throwIfAborted();
    }
    const client = newClient(this.#config);
    try {
      return await this.#ask(client, accountId, signal, () => connect(client, this.#config));
    } catch (error) {
      // Classes 08 and 57: the node, or the server, is not there or did not answer in time.
      if (/^(08|57)/.test(sqlState(error) ?? "08")) throw error;
      return new Map();
    }
  }

  close(): void {
    if (this.#kept !== null) end(this.#kept);
  }

  async #ask(
    client: Client,
    accountId: AccountId,
    signal: AbortSignal,
    prepare = async () => {},
  ): Promise<Heartbeat> {
    const giveUp = () => end(client);
    signal.addEventListener("abort", giveUp);
    try {
      await prepare();
      await client.query(readNode, [accountId]);
      const heartbeat = await readProcesses(client);
      this.#keep(client);
      return heartbeat;
    } catch (error) {
      giveUp();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  #keep(client: Client): void {
    this.close();
    this.#kept = client;
  }
}

function newClient(config: ClientConfig): Client {
  const client = new Client(config);
  client.on("error", () => {});
  return client;
}

async function connect(client: Client, config: ClientConfig): Promise<void> {
  await client.connect();
  // Behind a pooler, nothing is set on a session.
  if (config.lock_timeout !== undefined) await client.query(withoutCompiling);
}

async function readProcesses(client: Client): Promise<Heartbeat> {
  const { rows } = await client.query<{ pid: number; is_idle: boolean | null }>(idleProcesses);
  return new Map(rows.map(({ pid, is_idle: isIdle }) => [pid, isIdle ? "idle" : "active"]));
}

/** Ends the connection at once where a statement has no answer. */
function end(client: Client): void {
  void client.end().catch(() => {});
}
