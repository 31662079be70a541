import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { failOver } from "../../proofs/failover.ts";
import { seededRandom } from "../harness/random.ts";

/** `npm run prove -- failover` does more of them, and shows that it would see a loss. */
describe("PostgreSQL's primary killed in the middle of cancels, its standby promoted", () => {
  test("P3 P4 takes nothing along that was acknowledged, and cancels go on", async () => {
    const seed = Date.now() % 1_000_000;
    const { callers, breaches } = await failOver(seededRandom(seed), { synchronous: true });
    assert.deepEqual(breaches, [], `seed ${seed}`);
    assert.ok(callers.attempts.some(({ status }) => status === 503));
  });
});
