import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { query } from "../harness/query.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";

test("B320 nobody of an account is erased while an import has read whose bookings they are", async () => {
  const old = { slot_starting_at: "2020-05-01T08:00:00Z", booked_at: "2020-04-01T10:11:12Z" };
  await using service = await startTestService([acmeWith([booking("long gone", old)])]);
  const command = ["retention", "acme/production", "--days", "365"];
  const externalIds = () =>
    query(service.databaseUrl, "select external_id from contact").map((row) => row["external_id"]);
  await using importing = await holdLocks(service.databaseUrl);
  // As an import does.
  await importing.hold("select from account for no key update");
  const refused = await runCommandHere(service.databaseUrl, [...command, "--json"]);
  assert.equal(refused.status, 1);
  // One JSON value, with what was erased before the import.
  const { contacts, error } = JSON.parse(refused.out);
  assert.deepEqual([contacts, typeof error.message], [0, "string"]);
  assert.match(refused.err, /An import of the account is running: repeat the command after it\./);
  assert.deepEqual(externalIds(), ["long gone"]);
  await importing.release();
  assert.equal((await runCommandHere(service.databaseUrl, command)).status, 0);
  assert.match(String(externalIds()), /^erased-/);
});
