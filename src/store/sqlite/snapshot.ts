import type { Snapshot } from "../engine.ts";
import type { SqliteConnection } from "./connection.ts";
import { kyselyOver } from "./kysely-driver.ts";

/** One transaction that reads, over a connection of its own, which ends with it. */
export function openSnapshot(connection: SqliteConnection): Snapshot {
  connection.beginReading();
  return {
    reads: kyselyOver(connection),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}
