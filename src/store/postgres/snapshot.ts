import { Client, type ClientConfig } from "pg";
import type { Snapshot } from "../engine.ts";
import { Connection, type ConnectionParts } from "./connection.ts";
import { explainConnecting } from "./faults.ts";
import { taskTimeouts, timeouts } from "./timeouts.ts";
import { prepareSession } from "./session.ts";

/** One read-only transaction over a connection of its own, which ends with it. */
export async function openSnapshot(
  config: ClientConfig,
  parts: ConnectionParts,
): Promise<Snapshot> {
  const client = new Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
    await prepareSession(client, parts);
    const connection = new Connection(client, parts);
    connection.limitMs = timeouts.task.limitMs;
    await connection.limitToAccount();
    await connection.ask("begin isolation level repeatable read, read only");
    // Between two statements an import works in its scratch database, and an export waits for its reader.
    await connection.ask(...taskTimeouts);
    return {
      reads: connection.kysely,
      [Symbol.asyncDispose]: () => client.end().catch(() => {}),
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw explainConnecting(error);
  }
}
