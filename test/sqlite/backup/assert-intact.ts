import assert from "node:assert/strict";
import { query } from "../../harness/query.ts";

/** SQLite finds no damage. */
export function assertIntact(url: string): void {
  assert.deepEqual(
    query(url, "pragma integrity_check").map((row) => row["integrity_check"]),
    ["ok"],
  );
}
