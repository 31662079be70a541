import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingId, goodLines, refusedLine } from "../../../test/harness/data-lines.ts";
import { parseDataLine } from "./data-line-text.ts";
import { type DataKind, isBadContent } from "./data-line.ts";

test("the texts of a title have 16,384 characters with their codes, however many bytes", () => {
  const line = { ...goodLines.activity, title: { fr: "🍷".repeat(16_382) } };
  assert.equal(isBadContent(parseDataLine(JSON.stringify(line), Date.UTC(2031, 0))), false);
});

describe("a bad line of a data file", () => {
  const identifiers = ["", "x".repeat(257), "a\0", "a\n", "\u007f", "\u0085", 1, true, {}, []];
  const displayNames = ["x".repeat(1025), "a\0", 1, {}];
  const instants = [
    "",
    "2030-05-01",
    "2030-05-01 08:00:00Z",
    "2030-05-01T08:00Z",
    "2030-05-01T08:00:00",
    "2030-02-30T08:00:00Z",
    "2030-05-01T08:00:00.1234Z",
    "2030-05-01T08:00:00.123000001Z",
    "2030-05-01T08:00:00.000000000001Z",
    "0000-12-31T23:59:59Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    1_900_000_000,
    null,
  ];
  const later = ["2030-04-15T12:01:00.001Z", "2031-01-01T00:00:00Z"];
  const languages = ["", "FR", "fr-CA", "f", "français", "abcdefghi", 1, {}];
  const languageMaps: unknown[] = [
    "Tasting",
    ["Tasting"],
    null,
    { fr: 1 },
    { fr: null },
    { fr: "a\0" },
    { fr: "\ud800" },
    { "fr-CA": "x" },
    { FR: "x" },
    { "": "x" },
    { "\ud800": "x" },
  ];
  const minutes = [0, 1441, -1, 1.5, "45", true];
  const booleans = [0, 1, "true", null];

  const bad: readonly (readonly [kind: DataKind, field: string, values: readonly unknown[]])[] = [
    ["group", "unique_key", identifiers],
    ["group", "display_name", displayNames],
    ["interaction", "public_key", identifiers],
    [
      "interaction",
      "id",
      ["", bookingId.toUpperCase(), `{${bookingId}}`, `interactions/${bookingId}`, 1],
    ],
    ["interaction", "group", identifiers],
    [
      "interaction",
      "timezone",
      ["+02:00", "GMT+1", "Etc/GMT+1", "EST", "europe/paris", "Paris", "Mars/Olympus", "", 1],
    ],
    ["interaction", "default_language", languages],
    ["interaction", "languages", [[], ["en"], "fr", {}, { 0: "fr" }]],
    ["interaction", "cancellation_cutoff_minutes", [-1, 1.5, "1", 2_147_483_648]],
    ["interaction", "booking_cutoff_minutes", [-1441, 525_601, 1.5, "1"]],
    ["ticket_type", "booking_cutoff_minutes", [-1441, 525_601, 1.5, "1"]],
    ["ticket_type", "bookable_from", instants.filter((each) => each !== null)],
    ["ticket_type", "bookable_until", instants.filter((each) => each !== null)],
    ["interaction", "waitlist_offer_minutes", [0, 10_081, 1.5, "1"]],
    ["interaction", "reminder_minutes", [[], 60, "60", {}, [5, 6, 7, 8]]],
    ["interaction", "waitlist_promotion", ["", "auto", "MANUAL", 1]],
    ["activity", "interaction", identifiers],
    ["activity", "id", identifiers],
    ["activity", "slot_duration_in_minutes", minutes],
    ["host", "interaction", identifiers],
    ["host", "activity", identifiers],
    ["host", "id", identifiers],
    ["host", "display_name", displayNames],
    ["host", "slot_duration_in_minutes", minutes],
    ["host", "overlaps", booleans.filter((each) => each !== null)],
    ["ticket_type", "interaction", identifiers],
    ["ticket_type", "activity", identifiers],
    ["ticket_type", "id", identifiers],
    ["ticket_type", "display_name", displayNames],
    ["ticket_type", "has_limited_capacity", booleans],
    ["slot", "interaction", identifiers],
    ["slot", "activity", identifiers],
    ["slot", "host", identifiers],
    ["slot", "starting_at", instants],
    ["slot", "slot_duration_in_minutes", minutes],
    ["slot", "capacity", [-1, 1.5, "8", 2_147_483_648, 1e300, null]],
    ["slot", "closed", [0, 1, "true"]],
    [
      "booking",
      "booking",
      [
        "",
        bookingId.toUpperCase(),
        `bookings/${bookingId}`,
        bookingId.replaceAll("-", ""),
        ` ${bookingId}`,
        1,
      ],
    ],
    ["booking", "external_id", ["", "x".repeat(513), "a\0b", 7, null]],
    ["booking", "interaction", identifiers],
    ["booking", "activity", identifiers],
    ["booking", "host", identifiers],
    ["booking", "slot_starting_at", instants],
    ["booking", "ticket_type", identifiers],
    ["booking", "booking_status", ["", "confirmed", "CHECKED_IN", "CANCELED", 1]],
    ["booking", "booked_at", [...instants, ...later]],
    ["booking", "reference", ["", "x".repeat(65), "a\nb", "a\0b", 7]],
    ["booking", "data", ["{}", 1, [], { a: "é".repeat(2048) }]],
    ["booking", "changed_at", ["", "2030-04-01", 1, ...later]],
    ["booking", "tickets", [[], {}, "1", 1, Array.from({ length: 1001 }, () => ({}))]],
  ];
  for (const [kind, field, values] of bad) {
    test(`of kind ${kind} is refused because ${field} is not as expected`, () => {
      for (const value of values) {
        const { bad: told } = refusedLine({ ...goodLines[kind], [field]: value });
        assert.deepEqual([told.kind, told.field], [kind, field], JSON.stringify(value));
        assert.notEqual(told.expected, "");
      }
    });
  }

  test("of a length says that null is one", () => {
    const { bad: told } = refusedLine({ ...goodLines.slot, slot_duration_in_minutes: 0 });
    assert.equal(told.expected, "an integer from 1 to 1440, or null for none (in CSV: none)");
  });

  const nested: readonly (readonly [field: string, line: object])[] = [
    ...languageMaps.flatMap((map): [string, object][] => {
      const inner = typeof map === "object" && map !== null && !Array.isArray(map);
      const path = inner ? `.${Object.keys(map)[0]!.toWellFormed()}` : "";
      const both: [string, object][] = [[`title${path}`, { ...goodLines.activity, title: map }]];
      // A location hint may be left out, and so be null.
      if (map !== null)
        both.push([`location_hint${path}`, { ...goodLines.activity, location_hint: map }]);
      return both;
    }),
    ["title", { ...goodLines.activity, title: { fr: "🍷".repeat(16_383) } }],
    ...[4, 43_201, 60.5, "60", null, 60].map((minutes): [string, object] => [
      "reminder_minutes[1]",
      { ...goodLines.interaction, reminder_minutes: [60, minutes] },
    ]),
    [
      "location_hint",
      { ...goodLines.activity, location_hint: { fr: "x".repeat(16_000), en: "x".repeat(385) } },
    ],
    ["languages[1]", { ...goodLines.interaction, languages: ["fr", "en-GB"] }],
    ["languages[2]", { ...goodLines.interaction, languages: ["fr", "en", "fr"] }],
    ["tickets[0]", { ...goodLines.booking, tickets: [1] }],
    ["tickets[1]", { ...goodLines.booking, tickets: [{}, null] }],
    ["tickets[1].seat", { ...goodLines.booking, tickets: [{}, { seat: 1 }] }],
    ["tickets[0].cancelled_at", { ...goodLines.booking, tickets: [{ cancelled_at: "yesterday" }] }],
    ["tickets[0].cancelled_at", { ...goodLines.booking, tickets: [{ cancelled_at: later[0] }] }],
    ["tickets[0].attendee", { ...goodLines.booking, tickets: [{ attendee: "Ada" }] }],
    [
      "tickets[0].attendee.name",
      { ...goodLines.booking, tickets: [{ attendee: { name: "Ada" } }] },
    ],
    [
      "tickets[0].attendee.display_name",
      { ...goodLines.booking, tickets: [{ attendee: { display_name: 1 } }] },
    ],
    [
      "tickets[0].attendee.checked_in_at",
      { ...goodLines.booking, tickets: [{ attendee: { checked_in_at: later[0] } }] },
    ],
    [
      "tickets[1].cancelled_at",
      {
        ...goodLines.booking,
        booking_status: "CANCELLED",
        tickets: [{ cancelled_at: "2030-04-02T00:00:00Z" }, {}],
      },
    ],
  ];
  for (const [field, line] of nested) {
    test(`is refused for ${JSON.stringify(field)} inside a field`, () => {
      assert.equal(refusedLine(line).bad.field, field);
    });
  }
});
