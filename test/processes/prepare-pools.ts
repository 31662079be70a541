import { call } from "../harness/call.ts";
import {
  acmeWith,
  booking,
  fetchPath,
  tokenPath,
  productionHost as host,
} from "../harness/seed.ts";
import { startPool, type Pool } from "../harness/server-pool.ts";
import { startTestService } from "../harness/service.ts";

/** A list that a client of the prepared account asks for. */
export const listPath = `${fetchPath}?external_id=somebody`;
/** A request without its last byte. */
export const unfinishedRequest = `POST ${tokenPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{`;
/** A setting for callers that are not to be limited. */
export const withoutRateLimit = { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" };

export const readiness = (pool: Pool) => call(pool.operator, { path: "/readyz" });

/** A database, a client and its token; a server process of its own beside the pools that start on it. */
export interface PreparedPools extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly token: string;
  start(environment?: Record<string, string>): Promise<Pool>;
}

export async function preparePools(): Promise<PreparedPools> {
  const prepared = await startTestService([acmeWith([booking("somebody")])]);
  const { databaseUrl } = prepared;
  return {
    databaseUrl,
    token: await prepared.token(),
    start: (environment = {}) => startPool(databaseUrl, environment),
    [Symbol.asyncDispose]: () => prepared[Symbol.asyncDispose](),
  };
}
