import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { sqliteIn } from "./engines.ts";
import { account, install } from "./installation.ts";
import { bookingIdOf, bookingOf, cancellable, contactsOf, externalIdOf } from "./world.ts";

const world = { bookings: 2_000, heavy: 300 };

describe("the data that is measured", () => {
  test("each contact has ten bookings, and neighbours in time are of different contacts", () => {
    const counts = new Map<number, number>();
    for (let number = 0; number < world.bookings; number += 1) {
      const { contact } = bookingOf(world, number);
      counts.set(contact, (counts.get(contact) ?? 0) + 1);
      assert.notEqual(contact, bookingOf(world, number + 1).contact);
    }
    assert.equal(counts.size, contactsOf(world));
    assert.deepEqual([...new Set(counts.values())], [10]);
  });

  test("a contact may have a hundred, for longer pages", () => {
    const longer = { ...world, perContact: 100 };
    const all = Array.from({ length: world.bookings }, (_, number) => bookingOf(longer, number));
    const counts = Map.groupBy(all, ({ contact }) => contact);
    assert.deepEqual([...new Set(Array.from(counts.values(), ({ length }) => length))], [100]);
    assert.equal(counts.size, contactsOf(longer));
  });

  test("ids are well-formed, of one length, and never the same twice", () => {
    const ids = cancellable(world, 1_000).map(bookingIdOf);
    assert.equal(new Set(ids).size, 1_000);
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    assert.equal(externalIdOf(3).length, externalIdOf(999_999).length);
  });

  test("an installation filled with it keeps every law, and lists what it should", async () => {
    using folder = temporaryFolder();
    const { databaseUrl } = await install(sqliteIn(folder.path), "laws", world, Date.now());
    const verified = await runCommandHere(databaseUrl, ["verify", account, "--json"]);
    assert.equal(verified.status, 0, verified.out + verified.err);
    const found = await runCommandHere(databaseUrl, [
      "find",
      "--json",
      "--account",
      account,
      "--external-id",
      externalIdOf(7),
    ]);
    assert.equal((found.json as unknown[]).length, 10, found.err);
  });
});
