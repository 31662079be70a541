import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingId, goodLines, refusedLine } from "../../../test/harness/data-lines.ts";
import { dataKinds } from "./data-line.ts";

const eight = Date.UTC(2030, 4, 1, 8);

describe("a bad line of a data file", () => {
  test("that is no JSON object is reported as a whole", () => {
    const texts = [
      "",
      "{",
      "[]",
      "null",
      "1",
      '"group"',
      "{}{}",
      "{'kind':'group'}",
      "[".repeat(1e6),
    ];
    for (const text of texts) {
      assert.deepEqual(refusedLine(text), {
        bad: { kind: null, key: null, field: null, expected: "one JSON object" },
        names: null,
      });
    }
  });

  test("that begins a spreadsheet of bookings says how to import one", () => {
    for (const text of [
      "booking,external_id,interaction",
      '\uFEFF"external_id";"booking_status"',
      "Booking\tExternal_id",
    ]) {
      assert.match(refusedLine(text).bad.expected, /^one JSON object; .* --format csv, .*\.csv$/);
    }
    for (const text of ["external_id", "starting_at,capacity", '{"external_id","booking"}']) {
      assert.equal(refusedLine(text).bad.expected, "one JSON object");
    }
  });

  test("does not repeat what it holds", () => {
    const secret = "CUST-SECRET";
    const texts = [
      `{"external_id":"${secret}"`,
      JSON.stringify({ ...goodLines.booking, external_id: `${secret}\0` }),
      JSON.stringify({ ...goodLines.booking, external_id: [secret] }),
    ];
    for (const text of texts) assert.doesNotMatch(JSON.stringify(refusedLine(text)), /SECRET/);
  });

  test("of an unknown kind is refused with the kinds that exist", () => {
    for (const kind of [undefined, null, "", "Group", "groups", 1, ["group"], "constructor"]) {
      const { bad } = refusedLine({ ...goodLines.group, kind });
      assert.deepEqual(bad, {
        kind: null,
        key: null,
        field: "kind",
        expected: "one of group, interaction, activity, host, ticket_type, slot, booking",
      });
    }
  });

  for (const kind of dataKinds) {
    test(`of kind ${kind} may not lack a field`, () => {
      for (const field of Object.keys(goodLines[kind])) {
        if (field === "kind") continue;
        const { [field as never]: _, ...rest } = goodLines[kind] as Record<string, unknown>;
        const { bad } = refusedLine(rest);
        assert.equal(bad.kind, kind);
        assert.equal(bad.field, field);
        assert.match(bad.expected, /; it is missing$/);
        assert.equal(refusedLine({ ...goodLines[kind], [field]: null }).bad.field, field);
      }
    });

    test(`of kind ${kind} may not have a field that nobody knows`, () => {
      for (const field of ["colour", "KIND", "__proto__", "toString", "line", ""]) {
        const text = JSON.stringify(goodLines[kind]).replace("{", `{${JSON.stringify(field)}:1,`);
        const { bad } = refusedLine(text);
        assert.equal(bad.field, field);
        assert.match(bad.expected, /^one of the fields kind, /);
      }
    });

    test(`of kind ${kind} may not have a text where half of a character is missing`, () => {
      for (const [field, value] of Object.entries(goodLines[kind])) {
        if (typeof value !== "string" || field === "kind") continue;
        assert.equal(refusedLine({ ...goodLines[kind], [field]: "\ud800" }).bad.field, field);
        assert.equal(refusedLine({ ...goodLines[kind], [field]: "a\udc00" }).bad.field, field);
      }
    });
  }
  const keys: readonly (readonly [line: object, key: string | null])[] = [
    [{ ...goodLines.group, display_name: 1 }, "acme-fr"],
    [{ ...goodLines.group, unique_key: "" }, ""],
    [{ ...goodLines.group, unique_key: 7 }, null],
    [{ ...goodLines.interaction, timezone: 1 }, "pk_summer"],
    [{ ...goodLines.activity, title: 1 }, "pk_summer/tasting"],
    [{ ...goodLines.host, display_name: 1 }, "pk_summer/tasting/station-3"],
    [{ ...goodLines.ticket_type, display_name: 1 }, "pk_summer/tasting/standard"],
    [{ ...goodLines.slot, capacity: -1 }, "pk_summer/tasting/2030-05-01T08:00:00Z"],
    [
      { ...goodLines.slot, host: "h", starting_at: "2030-05-01T10:00:00.5+02:00", capacity: -1 },
      "pk_summer/tasting/h/2030-05-01T08:00:00.500Z",
    ],
    [{ ...goodLines.slot, starting_at: "tomorrow" }, "pk_summer/tasting/tomorrow"],
    [{ ...goodLines.booking, booking_status: 1 }, bookingId],
    [{ ...goodLines.booking, booking: bookingId.toUpperCase() }, bookingId.toUpperCase()],
  ];
  test("is reported by its key, as far as it has one", () => {
    for (const [line, key] of keys) assert.equal(refusedLine(line).bad.key, key);
  });

  test("repeats no more than 256 characters of a text", () => {
    const long = "\ud83d\ude00".repeat(1000);
    const { key } = refusedLine({ ...goodLines.group, unique_key: `x${long}` }).bad;
    assert.ok(key !== null && key.length === 257 && key.isWellFormed());
    const { field } = refusedLine({ ...goodLines.group, [`x${long}`]: 1 }).bad;
    assert.ok(field !== null && field.length === 257 && field.isWellFormed());
  });

  test("still says what it would define, where its key is good", () => {
    assert.deepEqual(refusedLine({ ...goodLines.slot, capacity: -1 }).names, {
      interaction: "pk_summer",
      activity: "tasting",
      host: null,
      starting_at: eight,
    });
    assert.deepEqual(refusedLine({ ...goodLines.host, colour: 1 }).names, {
      interaction: "pk_summer",
      activity: "tasting",
      id: "station-3",
    });
    assert.equal(refusedLine({ ...goodLines.host, id: "" }).names, null);
  });
});
