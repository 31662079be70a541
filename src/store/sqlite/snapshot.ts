import type { Snapshot } from "../engine.ts";
import type { SqliteConnection } from "./connection.ts";
import { prepareKysely } from "./kysely-driver.ts";

/** One read transaction on a connection of its own, which closes with it. */
export function openSnapshot(connection: SqliteConnection): Snapshot {
  connection.beginReading();
  return {
    reads: prepareKysely(connection),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}
