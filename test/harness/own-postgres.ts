import { startPostgres } from "./postgres-server.ts";
import { engine } from "./test-database.ts";

/**
 * From now on this process makes its databases on a server of its own, for what would disturb others
 * on the same one. With the embedded engine there is nothing to do.
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

/** From now on this process makes its databases on that server. */
export function usePostgresAt(url: string): Disposable {
  const before = process.env["TEST_DATABASE_URL"];
  process.env["TEST_DATABASE_URL"] = url;
  return {
    [Symbol.dispose]: () => {
      if (before !== undefined) process.env["TEST_DATABASE_URL"] = before;
    },
  };
}
