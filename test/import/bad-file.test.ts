import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { imported, now, places, refused, startImporting, toText, uuidOf } from "./importing.ts";
import {
  activity,
  booking,
  catalogue,
  file,
  group,
  host,
  interaction,
  slot,
  ticketType,
} from "./lines.ts";

describe("a file with a bad line", () => {
  test("is refused as a whole, whichever line it is", async () => {
    await using importing = await startImporting();
    for (let position = 0; position <= file.length; position += 1) {
      const lines = toText(file).split("\n");
      const text = lines.toSpliced(position, 0, '{"kind":"group"').join("\n");
      const errors = await refused(importing, text);
      assert.deepEqual(places(errors), [[position + 1, null, null, null]]);
    }
    assert.deepEqual(importing.contents().flat(), []);
  });

  test("is refused for a mistake that only the account tells, too", async () => {
    await using importing = await startImporting();
    const errors = await refused(importing, [...file, booking("f", { ticket_type: "gold" })]);
    assert.deepEqual(places(errors), [[19, "booking", uuidOf("f"), "ticket_type"]]);
  });

  test("is refused with every fault of its bad lines, in their order, each once", async () => {
    await using importing = await startImporting();
    const lines = toText([
      booking("f", { slot_starting_at: "2031-01-01T00:00:00Z", ticket_type: "gold", host: "zoe" }),
      ...file,
      group({ colour: "red", size: 1 }),
      interaction({ public_key: "pk_empty", group: "nobody" }),
    ]).split("\n");
    const text = ["", "  ", lines[0], "?", ...lines.slice(1)].join("\n");
    const invalid = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]);
    const errors = await refused(importing, [invalid]);
    assert.deepEqual(places(errors), [
      [3, "booking", uuidOf("f"), "host"],
      [3, "booking", uuidOf("f"), "ticket_type"],
      [4, null, null, null],
      [23, "group", "acme-fr", "colour"],
      [23, "group", "acme-fr", "size"],
      [24, "interaction", "pk_empty", "group"],
      [25, null, null, null],
    ]);
  });

  test("is refused with its first 100 bad lines, and their count", async () => {
    await using importing = await startImporting();
    const bad = Array.from({ length: 250 }, (_, index) =>
      index % 2 === 0 ? slot({ capacity: -1 }) : booking(`lost ${index}`, { ticket_type: "gold" }),
    );
    const answer = await importing.import([...catalogue, ...bad]);
    assert.ok("errors" in answer);
    assert.equal(answer.errorCount, 250);
    assert.deepEqual(
      answer.errors.map(({ line }) => line),
      Array.from({ length: 100 }, (_, index) => catalogue.length + 1 + index),
    );
  });

  test("does not make the lines bad that refer to the bad one", async () => {
    await using importing = await startImporting();
    const spoilt: readonly [number, object][] = [
      [0, group({ display_name: 1 })],
      [1, interaction({ timezone: "+02:00" })],
      [2, activity({ title: "Tasting" })],
      [3, ticketType({ has_limited_capacity: "yes" })],
      [5, slot({ capacity: -1 })],
      [9, host({ display_name: null })],
      [11, slot({ activity: "workshop", host: "ann", capacity: "2" })],
    ];
    for (const [index, line] of spoilt) {
      const errors = await refused(importing, file.with(index, line));
      assert.deepEqual(
        errors.map((error) => error.line),
        [index + 1],
      );
    }
  });

  test("is not told that other lines differ from the bad one", async () => {
    await using importing = await startImporting();
    const bad = slot({ capacity: -1 });
    for (const lines of [
      [bad, ...file],
      [...file, bad],
      [...file, bad, bad],
    ]) {
      const errors = await refused(importing, lines);
      const expected = lines.flatMap((line, index) => (line === bad ? [index + 1] : []));
      assert.deepEqual(
        errors.map(({ line }) => line),
        expected,
      );
    }
  });

  test("is refused for a line's own fault before a missing reference", async () => {
    await using importing = await startImporting();
    const answer = await importing.import([activity({ interaction: "pk_none", title: 1 })]);
    assert.ok("errors" in answer);
    assert.equal(answer.errorCount, 1);
    assert.deepEqual(places(answer.errors), [[1, "activity", "pk_none/tasting", "title"]]);
  });

  test("is refused for a line that is longer than 8 MiB", async () => {
    await using importing = await startImporting();
    const errors = await refused(importing, [
      ...file,
      activity({ title: { fr: "x".repeat(2 ** 23) } }),
    ]);
    assert.deepEqual(places(errors), [[19, null, null, null]]);
  });

  test("is judged by the clock of the import", async () => {
    await using importing = await startImporting();
    const line = booking("z", { booked_at: "2030-04-15T12:05:00Z" });
    const errors = await refused(importing, [...file, line]);
    assert.deepEqual(places(errors), [[19, "booking", uuidOf("z"), "booked_at"]]);
    const later = { actor: "test", now: now + 5 * 60_000 };
    await imported(importing, [...file, line], { audit: later });
  });
});
