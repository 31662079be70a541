import type { Snapshot } from "../engine.ts";
import type { SqliteConnection } from "./connection.ts";
import { kyselyOver } from "./kysely-driver.ts";

/** One read transaction on a connection of its own, which closes with it. */
export function openSnapshot(connection: SqliteConnection): Snapshot {
  connection.beginReading();
  return {
    reads: kyselyOver(connection),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}
