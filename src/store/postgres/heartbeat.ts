import { Client, type ClientConfig } from "pg";
import { sqlState } from "./faults.ts";
import type { Heartbeat } from "./liveness.ts";
import { withoutCompiling } from "./session.ts";

/**
 * Any answer of the server is a heartbeat, even a refusal of one more connection. With an account, its node
 * must answer too; the server says at once when it cannot reach the node.
 */
export async function requestHeartbeat(
  config: ClientConfig,
  signal: AbortSignal,
  accountId?: number,
): Promise<Heartbeat> {
  const client = new Client(config);
  client.on("error", () => {});
  signal.addEventListener("abort", () => void client.end().catch(() => {}));
  try {
    await client.connect();
    // Behind a pooler, nothing is set on a session.
    if (config.lock_timeout !== undefined) await client.query(withoutCompiling);
    if (accountId !== undefined) {
      await client.query("select since from change_feed where account_id = $1", [accountId]);
    }
    const { rows } = await client.query<{ pid: number; state: string | null }>(
      "select pid, state from pg_stat_activity where usename = current_user",
    );
    // Without `track_activities` the server does not say which processes are idle, so none counts as idle.
    const isIdle = (state: string | null) => state?.startsWith("idle") === true;
    return new Map(rows.map(({ pid, state }) => [pid, isIdle(state) ? "idle" : "active"]));
  } catch (error) {
    if (sqlState(error) === null || sqlState(error)?.startsWith("57P") === true) throw error;
    return new Map();
  }
}
