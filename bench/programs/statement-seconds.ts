import type { ServiceProgram } from "./start-service.ts";

/** Seconds that the service has waited for its database so far, from its own metrics. */
export async function readStatementSeconds({ operatorPort }: ServiceProgram): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${operatorPort}/metrics`);
  const text = await response.text();
  const sum = /^booking_database_statement_duration_seconds_sum\S* (\S+)$/m.exec(text)?.[1];
  if (!response.ok || sum === undefined) throw new Error("The metrics tell no statement times.");
  return Number(sum);
}
