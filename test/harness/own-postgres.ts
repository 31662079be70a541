import { startPostgres } from "./postgres-server.ts";
import { dropDatabases } from "./server-databases.ts";
import { engine } from "./test-database.ts";

/**
 * Makes this process's databases on a server of its own from now on, for tests that would disturb others.
 * With the embedded engine it does nothing.
 */
export async function useOwnPostgres(flags: readonly string[] = []): Promise<AsyncDisposable> {
  if (engine === "sqlite") return { [Symbol.asyncDispose]: async () => {} };
  const server = await startPostgres(flags);
  const use = usePostgresAt(server.url);
  return {
    [Symbol.asyncDispose]: async () => {
      use[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Makes this process's databases on that server from now on, and drops them at the end. */
export function usePassingDatabasesAt(url: string): AsyncDisposable {
  const prefix = `booking_test_${process.pid}_`;
  process.env["TEST_DATABASE_PREFIX"] = prefix;
  const use = usePostgresAt(url);
  return {
    [Symbol.asyncDispose]: async () => {
      await dropDatabases(url, prefix);
      delete process.env["TEST_DATABASE_PREFIX"];
      use[Symbol.dispose]();
    },
  };
}

/** Makes this process's databases on that server from now on. */
export function usePostgresAt(url: string): Disposable {
  const before = process.env["TEST_DATABASE_URL"];
  process.env["TEST_DATABASE_URL"] = url;
  return {
    [Symbol.dispose]: () => {
      if (before !== undefined) process.env["TEST_DATABASE_URL"] = before;
    },
  };
}
