import {
  DefaultQueryExecutor,
  Kysely,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Tables } from "./tables.ts";

/** What Kysely needs to build statements for an engine. */
type Parts = Omit<Dialect, "createDriver">;

/**
 * Builds statements and runs each on this connection at once. A transaction of Kysely's own looks for the connection
 * and at its state in some twenty promises a statement, which were two thirds of a cancel's.
 */
export function kyselyOn(connection: DatabaseConnection, parts: Parts): Kysely<Tables> {
  const dialect: Dialect = { ...parts, createDriver: () => noDriver };
  const executor = new ConnectionExecutor(connection, parts);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: noDriver, executor });
}

class ConnectionExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection, parts: Parts) {
    super(parts.createQueryCompiler(), parts.createAdapter(), {
      provideConnection: (use) => use(connection),
    });
    this.#connection = connection;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(query);
  }
}

async function notHere(): Promise<never> {
  throw new Error("Connections are lent, and transactions begin and end, in the engine.");
}

/** A driver of Kysely's that does nothing by itself. */
export const noDriver: Driver = {
  init: async () => {},
  acquireConnection: notHere,
  releaseConnection: notHere,
  beginTransaction: notHere,
  commitTransaction: notHere,
  rollbackTransaction: notHere,
  destroy: async () => {},
};
