import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { proveKills } from "../proofs/kill.ts";
import { useDisk } from "./harness/database-folder.ts";

/** `npm run prove -- kill` is the same with more of everything. */
const kills = 4;
const small = { bookingsPerRound: 1_000, acknowledgedPerRound: 60 };

useDisk();

describe("a process killed in the middle of cancels, bookings and check-ins", () => {
  test("P1 loses nothing that it acknowledged and tears nothing, first start included", async () => {
    const seed = Date.now() % 1_000_000;
    const order = { seed, count: kills, timeLeft: () => true, tell: () => {} };
    const { figures, breaches } = await proveKills(order, small);
    assert.deepEqual(breaches, [], `seed ${seed}`);
    assert.equal(figures["kills"], kills);
    assert.ok(Number(figures["acknowledged"]) >= (kills - 1) * small.acknowledgedPerRound);
  });
});
