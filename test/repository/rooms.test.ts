import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, test } from "node:test";
import { findCircles, type Arrow } from "./circles.ts";
import { doors, openedBy } from "./doors.ts";
import { codeFiles, readImports, type Import } from "./imports.ts";
import { isTest, roomOf, rooms } from "./rooms.ts";

/** ARCHITECTURE.md says what each room may touch; this test compares every import with that table. */
describe("the rooms of ARCHITECTURE.md", () => {
  const imports = codeFiles.flatMap(readImports);

  test("every folder of code is a room of the table", () => {
    for (const file of codeFiles) assert.ok(roomOf(file) !== null, `${file} is in no room`);
  });

  test("every import is allowed to its room", () => {
    const violations = imports.flatMap((found) => {
      const why = refuseImport(found);
      return why === null ? [] : [`${found.from} imports ${found.target}: ${why}`];
    });
    assert.deepEqual(violations, []);
  });

  test("a door has no file that no other room imports", () => {
    for (const [room, files] of Object.entries(doors)) {
      const crossed = new Set(
        imports
          .filter(({ from }) => rooms[roomOf(from) ?? ""]?.rooms.includes(`${room}/door`) === true)
          .map(({ target }) => target),
      );
      assert.deepEqual(
        files.filter((file) => !crossed.has(file)),
        [],
      );
    }
  });

  test("no room reaches itself through the rooms that it may import", () => {
    const arrows = Object.entries(rooms).flatMap(([from, room]) =>
      room.rooms.map((to): Arrow => ({ from, to: to.replace(/\/door$/, "") })),
    );
    // Proofs reuse the means of tests, and tests run the short versions of proofs and benchmarks.
    const outward = new Set(["test", "proofs", "bench", "scripts"]);
    assert.deepEqual(findCircles(arrows.filter(({ to }) => !outward.has(to))), []);
  });

  test("no file reaches itself through its imports, type imports included", () => {
    assert.deepEqual(findCircles(imports.map(({ from, target }) => ({ from, to: target }))), []);
  });

  test("no folder of a layered room reaches itself through what its files import", () => {
    const layered = /^src\/(http|operator|usecases|domain|store\/[^/]+)\//;
    const arrows = imports
      .filter(({ from, target }) => layered.test(from) && layered.test(target) && !isTest(from))
      .map(({ from, target }): Arrow => ({ from: dirname(from), to: dirname(target) }));
    assert.deepEqual(findCircles(arrows.filter(({ from, to }) => from !== to)), []);
  });

  test("a forbidden import would be seen", () => {
    const forbidden = [
      { from: "src/domain/x.ts", target: "src/store/store.ts", typeOnly: true },
      { from: "src/domain/x.ts", target: "node:fs", typeOnly: false },
      { from: "src/usecases/x.ts", target: "kysely", typeOnly: true },
      { from: "src/usecases/x.ts", target: "src/store/sqlite/open.ts", typeOnly: true },
      { from: "src/usecases/x.ts", target: "src/store/store.ts", typeOnly: false },
      { from: "src/http/x.ts", target: "src/store/tables.ts", typeOnly: true },
      { from: "src/store/x.ts", target: "src/http/call/answers.ts", typeOnly: true },
      { from: "contract/x.ts", target: "src/domain/booking.ts", typeOnly: true },
      { from: "src/cli/x.ts", target: "playground/commands.ts", typeOnly: true },
    ];
    for (const found of forbidden) {
      const local = found.target.includes("/");
      assert.notEqual(refuseImport({ ...found, local }), null, found.target);
    }
  });

  test("only the program's start and its manual reach the playground, so that nothing of it runs in a real service", () => {
    const reaching = imports.filter(
      ({ from, target }) =>
        target.startsWith("playground/") && !from.startsWith("playground/") && !isTest(from),
    );
    assert.deepEqual(
      [...new Set(reaching.map(({ from }) => from))],
      ["bin/main.ts", "bin/manual-pages.ts"],
    );
    assert.deepEqual(
      imports.filter(
        ({ from, target }) => from.startsWith("src/") && target.startsWith("playground/"),
      ),
      [],
    );
  });

  test("SQL and Kysely exist only in the store, and in the servers it is measured against", () => {
    const outside = codeFiles.filter(
      (file) => !/^(src\/store|bench)\//.test(file) && !isTest(file),
    );
    for (const file of outside) {
      assert.doesNotMatch(readFileSync(file, "utf8"), /from "kysely"|node:sqlite/, file);
    }
  });

  test("only store/write writes rows of bookings, tickets, slots and events", () => {
    const written =
      /(insertInto|updateTable|deleteFrom)\(\s*"(booking|ticket|slot|booking_event|slot_event)"|(insert into|update|delete from) ("?(booking|ticket|slot|booking_event|slot_event)\b|\$\{sql\.table)/;
    const writing = codeFiles.filter(
      (file) =>
        file.startsWith("src/") && !isTest(file) && written.test(readFileSync(file, "utf8")),
    );
    assert.deepEqual(
      writing.filter((file) => !file.startsWith("src/store/write/")),
      [
        // Deletes a closed account with all its rows.
        "src/store/accounts/delete-account.ts",
        // Removes slots that were never booked.
        "src/store/catalogue/removal.ts",
        // Gives events their places in the feed.
        "src/store/changes/give-positions.ts",
        // Takes names out of tickets and histories.
        "src/store/contacts/erase-identity.ts",
        // Names the contact that stays after a merge in histories.
        "src/store/contacts/given-away.ts",
        // Copies every table, and removes what has expired.
        "src/store/installation/copy-installation.ts",
        "src/store/installation/housekeeping.ts",
      ],
    );
    assert.ok(writing.includes("src/store/write/write-batch.ts"));
  });

  test("nothing in the domain is async", () => {
    for (const file of codeFiles.filter(
      (name) => name.startsWith("src/domain/") && !isTest(name),
    )) {
      assert.doesNotMatch(readFileSync(file, "utf8"), /\basync\b|\bPromise\b|\bawait\b/, file);
    }
  });

  test("the domain knows neither clock nor randomness", () => {
    for (const file of codeFiles.filter(
      (name) => name.startsWith("src/domain/") && !isTest(name),
    )) {
      assert.doesNotMatch(
        readFileSync(file, "utf8"),
        /Date\.now|new Date\(\)|Math\.random|randomBytes|randomUUID|performance\./,
        file,
      );
    }
  });

  test("the environment is read in one file", () => {
    const readers = codeFiles.filter(
      (file) =>
        !isTest(file) &&
        !/^(examples|bench\/peers\/[\w-]+)\//.test(file) &&
        /process\.env\b/.test(readFileSync(file, "utf8")),
    );
    const allowed = new Set([
      "bin/compile-cache.js",
      "src/cli/run-program.ts",
      "conformance/command-line.ts",
      "conformance/local/run-local.ts",
      "conformance/local/booking-program.ts",
      "scripts/test.ts",
      "scripts/test-built.ts",
      "scripts/test-clients.ts",
      "scripts/test-nodes.ts",
      // What npm says of itself.
      "scripts/check-npm.ts",
      "scripts/build/start-times.ts",
      // They start processes, each with an environment of its own.
      "proofs/main.ts",
      "proofs/parts/kill-first-start.ts",
      "proofs/programs/upgrade.ts",
      "proofs/programs/mutants.ts",
      "src/service/server-child.ts",
      // It may be of a later release than its supervisor, with settings of its own.
      "src/service/worker.ts",
      // The client library runs in other people's programs.
      "sdk/src/client-options.ts",
      // A program of its own.
      "account-page/main.ts",
      // Read by Vite on a developer's machine.
      "console/vite.config.ts",
    ]);
    assert.deepEqual(
      readers.filter((file) => !allowed.has(file)),
      [],
    );
  });
});

function refuseImport({ from, target, local, typeOnly }: Import): string | null {
  const own = roomOf(from) ?? "";
  const room = rooms[own];
  if (room === undefined) return "its folder is in no room";
  if (!local) {
    const isAllowed = room.packages.some(
      (allowed) => allowed === target || (allowed === "node:*" && target.startsWith("node:")),
    );
    return isAllowed ? null : "the package is not of this room";
  }
  const other = roomOf(target) ?? "";
  if (own === other || room.rooms.includes(other)) return null;
  if (!room.rooms.includes(`${other}/door`)) return "the room may not touch that room";
  if (doors[other]?.includes(target) !== true) return "it stands behind that room's door";
  if (typeOnly || openedBy[target]?.includes(own) === true) return null;
  return "only types may be taken from that door";
}
