import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStore } from "../src/store/store.ts";
import { call } from "./harness/call.ts";
import { query } from "./harness/query.ts";
import { acmeWith, booking, fetchPath, productionHost } from "./harness/seed.ts";
import { startServerProcess } from "./harness/process.ts";
import { startTestService } from "./harness/service.ts";
import { testDatabase } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";

const windowMs = 60_000;
const now = 1_000_000;

describe("counts in the database", () => {
  test("add up over nodes, and begin anew when their window has ended", async () => {
    await using database = await testDatabase();
    const [one, other] = [openStore(database.url), openStore(database.url)];
    try {
      await one.migrate(now);
      const of = (key: string, count: number, endsAt = now + windowMs) => ({
        limit: "requests",
        key,
        count,
        endsAt,
      });
      assert.deepEqual(await one.rateCounts.add([], now), []);
      assert.deepEqual(await one.rateCounts.add([of("b", 3), of("a", 2)], now), [
        { count: 3, endsAt: now + windowMs },
        { count: 2, endsAt: now + windowMs },
      ]);
      // The window that began first counts.
      assert.deepEqual(await other.rateCounts.add([of("a", 5, now + windowMs + 9)], now + 9), [
        { count: 7, endsAt: now + windowMs },
      ]);
      const later = now + windowMs;
      assert.deepEqual(await one.rateCounts.add([of("a", 1, later + windowMs)], later), [
        { count: 1, endsAt: later + windowMs },
      ]);
      const many = Array.from({ length: 40 }, () => [of("c", 1), of("d", 1)]).flatMap((two) => [
        other.rateCounts.add(two, now),
        one.rateCounts.add(two.toReversed(), now),
      ]);
      await Promise.all(many);
      const [total] = await one.rateCounts.add([of("c", 1)], now);
      assert.equal(total?.count, 81);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});

describe("RATE_LIMIT_STORE=database", () => {
  test("A47 lets an address have its limit once, whichever node it asks", async () => {
    const limit = 40;
    /** Two nodes keep this many to themselves, since fewer are not worth a message. */
    const untold = 12;
    await using prepared = await startTestService([acmeWith([booking("ann")])]);
    const token = await prepared.token();
    const environment = {
      RATE_LIMIT_STORE: "database",
      RATE_LIMIT_REQUESTS_PER_MINUTE: String(limit),
    };
    await using one = await startServerProcess(prepared.databaseUrl, environment);
    await using other = await startServerProcess(prepared.databaseUrl, environment);
    const nodes = [one, other];
    const sum = "select coalesce(sum(count), 0) as added_up from rate_count";
    const addedUp = () => Number(query(prepared.databaseUrl, sum)[0]?.["added_up"]);
    let accepted = 0;
    for (let request = 0; request < limit * 2; request += 1) {
      const node = nodes[request % 2] ?? one;
      const path = `${fetchPath}?external_id=ann`;
      const answer = await call(node.api, { path, host: productionHost, token });
      if (answer.status === 200) accepted += 1;
      else assert.equal(answer.status, 429, answer.text);
      // Slowly, as seen from nodes that add up their counts four times a second.
      await until(() => addedUp() >= accepted - untold);
    }
    assert.ok(accepted >= limit, `only ${accepted} of ${limit}`);
    assert.ok(accepted <= limit + 20, `${accepted} of ${limit}`);
  });
});
