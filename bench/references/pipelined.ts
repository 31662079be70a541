import type { ClientConfig } from "pg";

/** A connection that sends queries without waiting for earlier answers. */
export function pipelined(databaseUrl: string): ClientConfig {
  // The driver's types lack `pipeline`.
  const config: ClientConfig & { pipeline: boolean } = {
    connectionString: databaseUrl,
    pipeline: true,
    // Without this, statements on lists of ids are planned again each time, which costs more than they do.
    options: "-c plan_cache_mode=force_generic_plan",
  };
  return config;
}
