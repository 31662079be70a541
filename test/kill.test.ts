import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "node:test";
import { verifyAccount } from "../src/usecases/operator/verify-account.ts";
import { call } from "./harness/call.ts";
import { breaches, query } from "./harness/database.ts";
import { startServerProcess } from "./harness/process.ts";
import { acmeWith, booking, cancelPath, fetchPath, productionHost } from "./harness/seed.ts";
import { startTestService } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";

const rounds = 4;
const bookingsPerRound = 1_500;
const acknowledgedPerRound = 40;

describe("a process killed in the middle of cancels", () => {
  test("P1 loses nothing that it acknowledged and tears nothing", async () => {
    const lines = Array.from({ length: rounds * bookingsPerRound }, (_, index) =>
      booking("killed", { slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z` }),
    );
    // Prepares the database and a token; the servers that are killed are processes of their own.
    await using prepared = await startTestService([acmeWith(lines)]);
    const token = await prepared.token();
    const acknowledged = new Set<string>();

    for (let round = 0; round < rounds; round += 1) {
      await using server = await startServerProcess(prepared.databaseUrl, {
        RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      });
      const waiting = lines
        .slice(round * bookingsPerRound, (round + 1) * bookingsPerRound)
        .map((line) => line.booking);
      const caller = async () => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          const answer = await call(server.api, {
            method: "POST",
            path: cancelPath,
            host: productionHost,
            token,
            body: { booking: id },
          }).catch(() => null);
          if (answer === null) return;
          assert.equal(answer.status, 200);
          acknowledged.add(id);
        }
      };
      const callers = Promise.all(Array.from({ length: 6 }, caller));
      // Only once it is well under way, however slow the machine, and then at a random instant.
      const enough = acknowledged.size + acknowledgedPerRound;
      while (acknowledged.size < enough) await sleep(1);
      await sleep(20 * Math.random());
      await server.kill();
      await callers;
    }

    assert.ok(acknowledged.size >= rounds * acknowledgedPerRound);
    assert.ok(acknowledged.size < lines.length, "the kills came too late to hit anything");
    const cancelled = await listCancelled(prepared.api, token);
    const lost = [...acknowledged].filter((id) => !cancelled.has(id));
    assert.deepEqual(lost, []);
    assert.deepEqual(breaches(prepared.databaseUrl), []);
    const verified = await verifyAccount(prepared.store, null);
    assert.ok("breaches" in verified);
    assert.deepEqual(verified.breaches, []);
    if (engine === "sqlite") {
      const check = query(prepared.databaseUrl, "pragma integrity_check");
      assert.deepEqual(
        check.map((row) => row["integrity_check"]),
        ["ok"],
      );
    }
  });
});

async function listCancelled(api: string, token: string): Promise<Set<string>> {
  const cancelled = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = `external_id=killed&booking_status=CANCELLED&page_size=1000&page_number=${page}`;
    const answer = await call(api, { path: `${fetchPath}?${query}`, host: productionHost, token });
    if (answer.json.bookings === undefined) return cancelled;
    for (const record of answer.json.bookings) cancelled.add(record.booking);
  }
}
