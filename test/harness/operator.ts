import assert from "node:assert/strict";
import { call, type Answer } from "./call.ts";

/** Sends a request to the operator's listener. */
export function askOperator(
  { operator }: { readonly operator: string },
  path: string,
): Promise<Answer> {
  return call(operator, { path, host: "localhost" });
}

export async function assertNotReady(
  service: { readonly operator: string },
  reason: RegExp,
): Promise<void> {
  const answer = await askOperator(service, "/readyz");
  assert.equal(answer.status, 503, answer.text);
  assert.match(answer.json.reason, reason);
}
