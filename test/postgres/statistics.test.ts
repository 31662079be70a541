import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { smallFileLines } from "../../src/store/import/write-portions.ts";
import { runCommand } from "../harness/command.ts";
import { query } from "../harness/query.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { testDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

/** Enough portions that the rows are counted between them too. */
const bookings = 5 * smallFileLines + 1;
const lines = Array.from({ length: bookings }, (_, index) => booking(`c-${index}`));

/** How many bookings the planner expects; negative before they were counted. */
function expectedBookings(url: string): number {
  const [row] = query(url, "select reltuples from pg_class where relname = 'booking'");
  return Number(row?.["reltuples"]);
}

/** How often the bookings were counted by a command. */
function counts(url: string): number {
  const [row] = query(
    url,
    "select analyze_count from pg_stat_all_tables where relname = 'booking'",
  );
  return Number(row?.["analyze_count"]);
}

describe("the planner's statistics follow many rows at once", () => {
  test("of an import and of a copied installation", async () => {
    await using source = await startTestService([acmeWith(lines)]);
    assert.equal(expectedBookings(source.databaseUrl), bookings);
    // In its course too: each portion looks for its bookings among those of the portions before.
    await until(() => counts(source.databaseUrl) > 1);

    await source.stop();
    await using copy = await testDatabase();
    const copied = await runCommand(copy.url, [
      "copy",
      "--from",
      source.databaseUrl,
      "--to",
      copy.url,
    ]);
    assert.equal(copied.status, 0, copied.err);
    assert.equal(expectedBookings(copy.url), bookings);
  });
});
