import type { ClientConfig } from "pg";

/** A connection on which questions are sent without waiting for the answers to those before. */
export function pipelined(databaseUrl: string): ClientConfig {
  // The types of the driver do not know `pipeline` yet.
  const config: ClientConfig & { pipeline: boolean } = {
    connectionString: databaseUrl,
    pipeline: true,
    // Statements on lists of ids would else be planned anew each time, which costs more than they do.
    options: "-c plan_cache_mode=force_generic_plan",
  };
  return config;
}
