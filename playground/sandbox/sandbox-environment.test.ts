import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSettings } from "../../src/service/settings.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";

function settingsFor(given: Record<string, string>) {
  return readSettings(sandboxEnvironment(given).environment);
}

describe("the settings of a sandbox", () => {
  test("its database is in memory and its process one, whatever is set", () => {
    for (const given of [
      {},
      { DATABASE_URL: "sqlite:/data/booking.db" },
      { DATABASE_URL: "postgres://db/booking", PROCESSES: "8" },
      { DATABASE_URL_FILE: "/run/secrets/database", PROCESSES_FILE: "/nowhere" },
      { DATABASE_URL: "" },
    ] as Record<string, string>[]) {
      const { databaseUrl, processes } = settingsFor(given);
      assert.deepEqual([databaseUrl, processes], ["sqlite::memory:", 1]);
    }
  });

  test("what was set and does not count is named, without its value", () => {
    const unusedOf = (given: Record<string, string>) => sandboxEnvironment(given).unused;
    assert.deepEqual(unusedOf({}), []);
    assert.deepEqual(unusedOf({ DATABASE_URL: "", PROCESSES: "1" }), []);
    assert.deepEqual(unusedOf({ DATABASE_URL: "sqlite::memory:" }), []);
    assert.deepEqual(unusedOf({ DATABASE_URL: "sqlite:x", PROCESSES: "2" }), [
      "DATABASE_URL",
      "PROCESSES",
    ]);
    assert.deepEqual(unusedOf({ DATABASE_URL_FILE: "x" }), ["DATABASE_URL_FILE"]);
  });

  test("limits are out of the way unless they are set; everything else is as for serve", () => {
    const { rateLimitRequests, rateLimitTokens, rateLimitRefusedTokens, port } = settingsFor({
      RATE_LIMIT_TOKENS_PER_MINUTE: "7",
      PORT: "9",
    });
    assert.deepEqual([rateLimitTokens, port], [7, 9]);
    assert.deepEqual([rateLimitRequests, rateLimitRefusedTokens], [1_000_000, 1_000_000]);
    assert.throws(() => settingsFor({ PORT: "many" }), /PORT/);
  });
});
