import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { query } from "../../harness/query.ts";
import { runCommandHere } from "../../harness/command-here.ts";
import { acmeWith, booking } from "../../harness/seed.ts";
import { startTestService } from "../../harness/service.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const people = 300;
const erased = 120;
const idOf = (index: number) => `CANARY-ID-${index}-of-a-contact`;
const nameOf = (index: number) => `Canaryname${index} Canarysurname`;
const referenceOf = (index: number) => `CANARY-REFERENCE-${index}-`;
const noteOf = (index: number) => `canary note ${index} of the shop`;

describe("what an erasure took away", () => {
  test("is in no byte of the database's file, nor of a backup", async () => {
    using folder = temporaryFolder();
    const lines = Array.from({ length: people }, (_, index) =>
      booking(idOf(index), {
        slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z`,
        reference: referenceOf(index),
        data: { note: noteOf(index) },
        tickets: [{ attendee: { display_name: nameOf(index) } }],
      }),
    );
    await using service = await startTestService([acmeWith(lines)]);
    const url = service.databaseUrl;
    for (let index = 0; index < erased; index += 1) {
      const words = ["contact", "erase", "acme/production", "--external-id", idOf(index)];
      const { status, err } = await runCommandHere(url, [...words, "--upcoming", "cancel"]);
      assert.equal(status, 0, err);
    }
    const backup = `${folder.path}/backup.db`;
    assert.equal((await runCommandHere(url, ["backup", backup])).status, 0);
    query(url, "pragma wal_checkpoint(truncate)");
    for (const file of [backup, url.slice("sqlite:".length)]) {
      const bytes = readFileSync(file, "latin1").toLowerCase();
      const has = (text: string) => bytes.includes(text.toLowerCase());
      const traces = [idOf, nameOf, referenceOf, noteOf].map((textOf) =>
        Array.from({ length: people }, (_, index) => has(textOf(index))),
      );
      assert.deepEqual(
        traces.map((found) => found.slice(0, erased).filter(Boolean).length),
        [0, 0, 0, 0],
        file,
      );
      // The test would see them.
      assert.ok(
        traces.every((found) => found.slice(erased).every(Boolean)),
        file,
      );
    }
  });
});
