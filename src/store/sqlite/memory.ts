import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { MemoryDatabase } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { SqliteConnection } from "./connection.ts";

/** A database in memory, which is taken out and put back between two transactions of its only connection. */
export function prepareMemoryDatabase(
  connection: SqliteConnection,
  turns: Kysely<Tables>,
): MemoryDatabase & { identity(): string } {
  let identity = randomUUID();
  return {
    identity: () => identity,
    take: () => turns.connection().execute(async () => connection.takeImage()),
    putBack: (image) =>
      turns.connection().execute(async () => {
        connection.putBackImage(image);
        identity = randomUUID();
      }),
  };
}
