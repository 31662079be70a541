import type { Caller } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { expectStatus } from "./expect.ts";

/** Sends one list more than `requests`, or fewer where one of them is a 429 already. The last must be a 429. */
export async function listUntilLimited(
  caller: Caller,
  query: Parameters<Caller["list"]>[0],
  requests: number,
): Promise<Exchange> {
  let limited = await caller.list(query);
  for (let sent = 1; sent <= requests && limited.answer.status !== 429; sent += 1) {
    limited = await caller.list(query);
  }
  expectStatus(limited, 429, `the answer to request ${requests + 1} of one address`);
  return limited;
}
