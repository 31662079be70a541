import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Driver,
} from "kysely";
import type { SqliteConnection } from "./connection.ts";
import type { Tables } from "../tables.ts";
import { refuseFullQueue } from "../wait-limit.ts";

export function prepareKysely(connection: SqliteConnection): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new QueueingAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/**
 * Keeps Kysely from queueing by itself, before the driver: the driver counts the waiting requests and their
 * time.
 */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Gives the one connection to one user at a time, in the order of their requests. */
function driverOver(connection: SqliteConnection): Driver {
  let last = Promise.resolve();
  let release = () => {};
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseFullQueue(connection.waiting);
      const askedAt = performance.now();
      connection.waiting += 1;
      const before = last;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      last = promise;
      await before;
      connection.waiting -= 1;
      release = done;
      connection.askedAt = askedAt;
      return connection;
    },
    releaseConnection: async () => release(),
    beginTransaction: () => connection.begin(),
    commitTransaction: async () => connection.commit(),
    rollbackTransaction: async () => connection.rollback(),
    destroy: async () => connection.close(),
  };
}
