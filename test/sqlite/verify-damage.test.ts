import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { plant } from "../harness/query.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { contents, makeInstallation } from "./backup/installation.ts";

test("verify finds an index that lacks a row, though every law holds", async () => {
  using installation = await makeInstallation();
  using folder = temporaryFolder();
  const { path, url } = installation.copyTo(folder);
  assert.ok(contents(url).length > 0);
  const whole = await runCommandHere(url, ["verify", "--json"]);
  assert.equal(whole.status, 0, whole.err);
  dropIndexEntry(path);
  const found = await runCommandHere(url, ["verify", "--json"]);
  assert.equal(found.status, 1);
  const laws: string[] = found.json.breaches.map(({ law }: { law: string }) => law);
  assert.deepEqual([...new Set(laws)], ["database-intact"]);
  assert.match(found.json.breaches[0].message, /The database is damaged: /);
  assert.equal((await runCommandHere(url, ["verify", "acme/production"])).status, 0);
});

test("verify finds rows that an edit by hand has left without those that they refer to", async () => {
  using installation = await makeInstallation();
  using folder = temporaryFolder();
  const { url } = installation.copyTo(folder);
  plant(url, "delete from contact");
  const found = await runCommandHere(url, ["verify", "--json"]);
  assert.equal(found.status, 1);
  const [breach] = found.json.breaches;
  assert.equal(breach.law, "database-intact");
  assert.match(breach.message, /: booking has \d+ rows? whose row of contact is missing\. Restore/);
});

/** Turns the page of an index of the audit log, which no law reads, into an empty one. */
function dropIndexEntry(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("pragma wal_checkpoint(truncate)");
  const size = Number(Object.values(database.prepare("pragma page_size").get() ?? {})[0]);
  const page = database
    .prepare("select rootpage from sqlite_schema where name = 'audit_event_by_account'")
    .get()?.["rootpage"];
  database.close();
  const bytes = readFileSync(path);
  // The number of cells stands at byte 3 of a page.
  bytes.writeUInt16BE(0, (Number(page) - 1) * size + 3);
  writeFileSync(path, bytes);
}
