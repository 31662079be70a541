import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dataKinds, type DataKind } from "./data-line.ts";
import { isBadContent, parseDataLine, type BadContent } from "./parse-data-line.ts";

const now = Date.UTC(2030, 3, 15, 12);
const uuid = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
const eight = Date.UTC(2030, 4, 1, 8);
const bookedAt = Date.UTC(2030, 3, 1, 10, 11, 12);

/** One good line of each kind, with every required field and no other. */
const good = {
  group: { kind: "group", unique_key: "acme-fr", display_name: "Acme France" },
  interaction: {
    kind: "interaction",
    public_key: "pk_summer",
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr", "en"],
  },
  activity: {
    kind: "activity",
    interaction: "pk_summer",
    id: "tasting",
    title: { fr: "Dégustation", en: "Tasting" },
  },
  host: {
    kind: "host",
    interaction: "pk_summer",
    activity: "tasting",
    id: "station-3",
    display_name: "Station 3",
  },
  ticket_type: {
    kind: "ticket_type",
    interaction: "pk_summer",
    activity: "tasting",
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  },
  slot: {
    kind: "slot",
    interaction: "pk_summer",
    activity: "tasting",
    starting_at: "2030-05-01T08:00:00Z",
    capacity: 8,
  },
  booking: {
    kind: "booking",
    booking: uuid,
    external_id: "CUST-1",
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: "2030-05-01T08:00:00Z",
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: "2030-04-01T10:11:12Z",
  },
} as const satisfies Record<DataKind, object>;

const unknownAttendee = { display_name: null, checked_in_at: null };
const liveTicket = { cancelled_at: null, attendee: unknownAttendee };

function parse(line: object) {
  return parseDataLine(JSON.stringify(line), now);
}

function refused(line: object | string): BadContent {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  const content = parseDataLine(text, now);
  assert.ok(isBadContent(content), `accepted: ${text.slice(0, 200)}`);
  return content;
}

describe("a good line of a data file", () => {
  test("is read with what it leaves out, which may leave what stands", () => {
    assert.deepEqual(parse(good.group), good.group);
    assert.deepEqual(parse(good.interaction), {
      ...good.interaction,
      id: null,
      cancellation_cutoff_minutes: undefined,
      waitlist_promotion: undefined,
    });
    assert.deepEqual(parse(good.activity), {
      ...good.activity,
      location_hint: undefined,
      slot_duration_in_minutes: undefined,
    });
    assert.deepEqual(parse(good.host), { ...good.host, slot_duration_in_minutes: undefined });
    assert.deepEqual(parse(good.ticket_type), good.ticket_type);
    assert.deepEqual(parse(good.slot), { ...good.slot, host: null, starting_at: eight });
    assert.deepEqual(parse(good.booking), {
      ...good.booking,
      host: null,
      slot_starting_at: eight,
      booked_at: bookedAt,
      tickets: [liveTicket],
      changed_at: null,
    });
  });

  test("is read with null as what clears a field", () => {
    assert.deepEqual(
      parse({
        ...good.interaction,
        cancellation_cutoff_minutes: null,
        waitlist_promotion: null,
      }),
      {
        ...good.interaction,
        id: null,
        cancellation_cutoff_minutes: null,
        waitlist_promotion: "manual",
      },
    );
    const cleared = { location_hint: null, slot_duration_in_minutes: null };
    assert.deepEqual(parse({ ...good.activity, ...cleared }), {
      ...good.activity,
      ...cleared,
      location_hint: {},
    });
  });

  test("is read with all its fields", () => {
    const interaction = {
      ...good.interaction,
      id: uuid,
      cancellation_cutoff_minutes: 0,
      waitlist_promotion: "automatic",
    };
    assert.deepEqual(parse(interaction), interaction);
    const activity = { ...good.activity, location_hint: {}, slot_duration_in_minutes: 1440 };
    assert.deepEqual(parse(activity), activity);
    const host = { ...good.host, slot_duration_in_minutes: 1 };
    assert.deepEqual(parse(host), host);
    assert.deepEqual(parse({ ...good.slot, host: "station-3", capacity: 0 }), {
      ...good.slot,
      host: "station-3",
      capacity: 0,
      starting_at: eight,
    });
    const tickets = [
      { cancelled_at: "2030-04-02T00:00:00Z", attendee: { display_name: "Ada" } },
      { attendee: { checked_in_at: "2030-04-03T00:00:00+02:00" } },
      {},
    ];
    const changed_at = "2030-04-14T00:00:00Z";
    assert.deepEqual(parse({ ...good.booking, host: "station-3", tickets, changed_at }), {
      ...good.booking,
      changed_at: Date.UTC(2030, 3, 14),
      host: "station-3",
      slot_starting_at: eight,
      booked_at: bookedAt,
      tickets: [
        {
          cancelled_at: Date.UTC(2030, 3, 2),
          attendee: { display_name: "Ada", checked_in_at: null },
        },
        {
          cancelled_at: null,
          attendee: { display_name: null, checked_in_at: Date.UTC(2030, 3, 2, 22) },
        },
        liveTicket,
      ],
    });
  });

  test("may give null for what it could leave out, where nothing can stand already", () => {
    assert.deepEqual(parse({ ...good.interaction, id: null }), parse(good.interaction));
    assert.deepEqual(parse({ ...good.slot, host: null }), parse(good.slot));
    assert.deepEqual(parse({ ...good.booking, host: null, tickets: null }), parse(good.booking));
    const ticket = { cancelled_at: null, attendee: { checked_in_at: null } };
    assert.deepEqual(parse({ ...good.booking, tickets: [ticket] }), parse(good.booking));
  });

  const accepted: readonly (readonly [why: string, line: object])[] = [
    ["an id of 256 characters", { ...good.group, unique_key: "é".repeat(256) }],
    [
      "an id of 256 characters outside the first plane",
      { ...good.group, unique_key: "𝄞".repeat(256) },
    ],
    ["an id of one space", { ...good.group, unique_key: " " }],
    ["an id with a slash", { ...good.group, unique_key: "a/b" }],
    ["an empty display name", { ...good.group, display_name: "" }],
    ["a display name of 1024 characters", { ...good.group, display_name: "x".repeat(1024) }],
    ["a display name with a line break", { ...good.group, display_name: "a\nb" }],
    ["an empty language map", { ...good.activity, title: {} }],
    ["languages that the campaign may not offer", { ...good.activity, title: { xx: "?" } }],
    ["an empty text in a language map", { ...good.activity, title: { fr: "" } }],
    ["a slot in the past", { ...good.slot, starting_at: "0001-01-01T00:00:00Z" }],
    ["a slot in the far future", { ...good.slot, starting_at: "9999-12-31T23:59:59.999Z" }],
    ["a fraction of zeros", { ...good.slot, starting_at: "2030-05-01T08:00:00.120000Z" }],
    ["the largest capacity", { ...good.slot, capacity: 2_147_483_647 }],
    ["a capacity written as 8.0", { ...good.slot, capacity: 8.0 }],
    ["booked a minute ahead", { ...good.booking, booked_at: "2030-04-15T12:01:00Z" }],
    ["an external id with an accent and spaces", { ...good.booking, external_id: " é\n" }],
    ["an external id of 512 characters", { ...good.booking, external_id: "x".repeat(512) }],
    ["a thousand tickets", { ...good.booking, tickets: Array.from({ length: 1000 }, () => ({})) }],
    [
      "a CONFIRMED booking with cancelled tickets only (A38)",
      { ...good.booking, tickets: [{ cancelled_at: "2030-04-02T00:00:00Z" }] },
    ],
    [
      "a WAITLIST booking with a checked-in and a cancelled ticket",
      {
        ...good.booking,
        booking_status: "WAITLIST",
        tickets: [
          { attendee: { checked_in_at: "2030-04-02T00:00:00Z" } },
          { cancelled_at: "2030-04-02T00:00:00Z" },
        ],
      },
    ],
  ];
  for (const [why, line] of accepted) {
    test(`may have ${why}`, () => {
      const content = parse(line);
      assert.ok(!isBadContent(content), JSON.stringify(content));
    });
  }

  test("of a CANCELLED booking without tickets has one, cancelled with the booking", () => {
    const line = parse({ ...good.booking, booking_status: "CANCELLED" });
    assert.ok(!isBadContent(line) && line.kind === "booking");
    assert.deepEqual(line.tickets, [{ cancelled_at: bookedAt, attendee: unknownAttendee }]);
  });

  test("keeps a language map's order, which shows in the raw map (A42)", () => {
    const title = { xx: "1", fr: "2", en: "3" };
    const line = parse({ ...good.activity, title });
    assert.ok(!isBadContent(line) && line.kind === "activity");
    assert.deepEqual(Object.keys(line.title), ["xx", "fr", "en"]);
  });
});

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
      assert.deepEqual(refused(text), {
        bad: { kind: null, key: null, field: null, expected: "one JSON object" },
        names: null,
      });
    }
  });

  test("does not repeat what it holds", () => {
    const secret = "CUST-SECRET";
    const texts = [
      `{"external_id":"${secret}"`,
      JSON.stringify({ ...good.booking, external_id: `${secret}\0` }),
      JSON.stringify({ ...good.booking, external_id: [secret] }),
    ];
    for (const text of texts) assert.doesNotMatch(JSON.stringify(refused(text)), /SECRET/);
  });

  test("of an unknown kind is refused with the kinds that exist", () => {
    for (const kind of [undefined, null, "", "Group", "groups", 1, ["group"], "constructor"]) {
      const { bad } = refused({ ...good.group, kind });
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
      for (const field of Object.keys(good[kind])) {
        if (field === "kind") continue;
        const { [field as never]: _, ...rest } = good[kind] as Record<string, unknown>;
        const { bad } = refused(rest);
        assert.equal(bad.kind, kind);
        assert.equal(bad.field, field);
        assert.match(bad.expected, /; it is missing$/);
        assert.equal(refused({ ...good[kind], [field]: null }).bad.field, field);
      }
    });

    test(`of kind ${kind} may not have a field that nobody knows`, () => {
      for (const field of ["colour", "KIND", "__proto__", "toString", "line", ""]) {
        const text = JSON.stringify(good[kind]).replace("{", `{${JSON.stringify(field)}:1,`);
        const { bad } = refused(text);
        assert.equal(bad.field, field);
        assert.match(bad.expected, /^one of the fields kind, /);
      }
    });

    test(`of kind ${kind} may not have a text where half of a character is missing`, () => {
      for (const [field, value] of Object.entries(good[kind])) {
        if (typeof value !== "string" || field === "kind") continue;
        assert.equal(refused({ ...good[kind], [field]: "\ud800" }).bad.field, field);
        assert.equal(refused({ ...good[kind], [field]: "a\udc00" }).bad.field, field);
      }
    });
  }

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
    ["interaction", "id", ["", uuid.toUpperCase(), `{${uuid}}`, `interactions/${uuid}`, 1]],
    ["interaction", "group", identifiers],
    [
      "interaction",
      "timezone",
      ["+02:00", "GMT+1", "Etc/GMT+1", "EST", "europe/paris", "Paris", "Mars/Olympus", "", 1],
    ],
    ["interaction", "default_language", languages],
    ["interaction", "languages", [[], ["en"], "fr", {}, { 0: "fr" }]],
    ["interaction", "cancellation_cutoff_minutes", [-1, 1.5, "1", 2_147_483_648]],
    ["interaction", "waitlist_promotion", ["", "auto", "MANUAL", 1]],
    ["activity", "interaction", identifiers],
    ["activity", "id", identifiers],
    ["activity", "slot_duration_in_minutes", minutes],
    ["host", "interaction", identifiers],
    ["host", "activity", identifiers],
    ["host", "id", identifiers],
    ["host", "display_name", displayNames],
    ["host", "slot_duration_in_minutes", minutes],
    ["ticket_type", "interaction", identifiers],
    ["ticket_type", "activity", identifiers],
    ["ticket_type", "id", identifiers],
    ["ticket_type", "display_name", displayNames],
    ["ticket_type", "has_limited_capacity", booleans],
    ["slot", "interaction", identifiers],
    ["slot", "activity", identifiers],
    ["slot", "host", identifiers],
    ["slot", "starting_at", instants],
    ["slot", "capacity", [-1, 1.5, "8", 2_147_483_648, 1e300, null]],
    [
      "booking",
      "booking",
      ["", uuid.toUpperCase(), `bookings/${uuid}`, uuid.replaceAll("-", ""), ` ${uuid}`, 1],
    ],
    ["booking", "external_id", ["", "x".repeat(513), "a\0b", 7, null]],
    ["booking", "interaction", identifiers],
    ["booking", "activity", identifiers],
    ["booking", "host", identifiers],
    ["booking", "slot_starting_at", instants],
    ["booking", "ticket_type", identifiers],
    ["booking", "booking_status", ["", "confirmed", "CHECKED_IN", "CANCELED", 1]],
    ["booking", "booked_at", [...instants, ...later]],
    ["booking", "changed_at", ["", "2030-04-01", 1, ...later]],
    ["booking", "tickets", [[], {}, "1", 1, Array.from({ length: 1001 }, () => ({}))]],
  ];
  for (const [kind, field, values] of bad) {
    test(`of kind ${kind} is refused because ${field} is not as expected`, () => {
      for (const value of values) {
        const { bad: told } = refused({ ...good[kind], [field]: value });
        assert.deepEqual([told.kind, told.field], [kind, field], JSON.stringify(value));
        assert.notEqual(told.expected, "");
      }
    });
  }

  const nested: readonly (readonly [field: string, line: object])[] = [
    ...languageMaps.flatMap((map): [string, object][] => {
      const inner = typeof map === "object" && map !== null && !Array.isArray(map);
      const path = inner ? `.${Object.keys(map)[0]!.toWellFormed()}` : "";
      const both: [string, object][] = [[`title${path}`, { ...good.activity, title: map }]];
      // A location hint may be left out, and so be null.
      if (map !== null)
        both.push([`location_hint${path}`, { ...good.activity, location_hint: map }]);
      return both;
    }),
    ["languages[1]", { ...good.interaction, languages: ["fr", "en-GB"] }],
    ["languages[2]", { ...good.interaction, languages: ["fr", "en", "fr"] }],
    ["tickets[0]", { ...good.booking, tickets: [1] }],
    ["tickets[1]", { ...good.booking, tickets: [{}, null] }],
    ["tickets[1].seat", { ...good.booking, tickets: [{}, { seat: 1 }] }],
    ["tickets[0].cancelled_at", { ...good.booking, tickets: [{ cancelled_at: "yesterday" }] }],
    ["tickets[0].cancelled_at", { ...good.booking, tickets: [{ cancelled_at: later[0] }] }],
    ["tickets[0].attendee", { ...good.booking, tickets: [{ attendee: "Ada" }] }],
    ["tickets[0].attendee.name", { ...good.booking, tickets: [{ attendee: { name: "Ada" } }] }],
    [
      "tickets[0].attendee.display_name",
      { ...good.booking, tickets: [{ attendee: { display_name: 1 } }] },
    ],
    [
      "tickets[0].attendee.checked_in_at",
      { ...good.booking, tickets: [{ attendee: { checked_in_at: later[0] } }] },
    ],
    [
      "tickets[1].cancelled_at",
      {
        ...good.booking,
        booking_status: "CANCELLED",
        tickets: [{ cancelled_at: "2030-04-02T00:00:00Z" }, {}],
      },
    ],
  ];
  for (const [field, line] of nested) {
    test(`is refused for ${JSON.stringify(field)} inside a field`, () => {
      assert.equal(refused(line).bad.field, field);
    });
  }

  const keys: readonly (readonly [line: object, key: string | null])[] = [
    [{ ...good.group, display_name: 1 }, "acme-fr"],
    [{ ...good.group, unique_key: "" }, ""],
    [{ ...good.group, unique_key: 7 }, null],
    [{ ...good.interaction, timezone: 1 }, "pk_summer"],
    [{ ...good.activity, title: 1 }, "pk_summer/tasting"],
    [{ ...good.host, display_name: 1 }, "pk_summer/tasting/station-3"],
    [{ ...good.ticket_type, display_name: 1 }, "pk_summer/tasting/standard"],
    [{ ...good.slot, capacity: -1 }, "pk_summer/tasting/2030-05-01T08:00:00Z"],
    [
      { ...good.slot, host: "h", starting_at: "2030-05-01T10:00:00.5+02:00", capacity: -1 },
      "pk_summer/tasting/h/2030-05-01T08:00:00.500Z",
    ],
    [{ ...good.slot, starting_at: "tomorrow" }, "pk_summer/tasting/tomorrow"],
    [{ ...good.booking, booking_status: 1 }, uuid],
    [{ ...good.booking, booking: uuid.toUpperCase() }, uuid.toUpperCase()],
  ];
  test("is reported by its key, as far as it has one", () => {
    for (const [line, key] of keys) assert.equal(refused(line).bad.key, key);
  });

  test("repeats no more than 256 characters of a text", () => {
    const long = "\ud83d\ude00".repeat(1000);
    const { key } = refused({ ...good.group, unique_key: `x${long}` }).bad;
    assert.ok(key !== null && key.length === 257 && key.isWellFormed());
    const { field } = refused({ ...good.group, [`x${long}`]: 1 }).bad;
    assert.ok(field !== null && field.length === 257 && field.isWellFormed());
  });

  test("still says what it would define, where its key is good", () => {
    assert.deepEqual(refused({ ...good.slot, capacity: -1 }).names, {
      interaction: "pk_summer",
      activity: "tasting",
      host: null,
      starting_at: eight,
    });
    assert.deepEqual(refused({ ...good.host, colour: 1 }).names, {
      interaction: "pk_summer",
      activity: "tasting",
      id: "station-3",
    });
    assert.equal(refused({ ...good.host, id: "" }).names, null);
  });
});
