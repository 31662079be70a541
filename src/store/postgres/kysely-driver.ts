import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from "kysely";
import type { Tables } from "../tables.ts";

/** Runs statements on the connection that `acquire` returns, until `release`. */
export function prepareKysely<Connection extends DatabaseConnection>(
  acquire: () => Promise<Connection>,
  release: (connection: Connection) => void = () => {},
): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: acquire,
    // Kysely hands back what it was given.
    releaseConnection: async (connection) => release(connection as Connection),
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
    destroy: async () => {},
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

async function notHere(): Promise<never> {
  throw new Error("Transactions begin and end in Engine.write.");
}
