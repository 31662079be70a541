import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingId, goodLines, parseLine } from "../../../test/harness/data-lines.ts";
import { isBadContent } from "./data-line.ts";

const eight = Date.UTC(2030, 4, 1, 8);
const bookedAt = Date.UTC(2030, 3, 1, 10, 11, 12);
const unknownAttendee = { display_name: null, checked_in_at: null };
const liveTicket = { cancelled_at: null, attendee: unknownAttendee };

describe("a good line of a data file", () => {
  test("is read with what it leaves out, which may leave what stands", () => {
    assert.deepEqual(parseLine(goodLines.group), goodLines.group);
    assert.deepEqual(parseLine(goodLines.interaction), {
      ...goodLines.interaction,
      id: null,
      cancellation_cutoff_minutes: undefined,
      booking_cutoff_minutes: undefined,
      waitlist_promotion: undefined,
      waitlist_offer_minutes: undefined,
      reminder_minutes: undefined,
      title: undefined,
      tickets_per_contact: undefined,
      contact_limit_counts: undefined,
      zone_change: null,
    });
    assert.deepEqual(parseLine(goodLines.activity), {
      ...goodLines.activity,
      location_hint: undefined,
      slot_duration_in_minutes: undefined,
    });
    assert.deepEqual(parseLine(goodLines.host), {
      ...goodLines.host,
      slot_duration_in_minutes: undefined,
      overlaps: undefined,
    });
    assert.deepEqual(parseLine(goodLines.ticket_type), {
      ...goodLines.ticket_type,
      tickets_per_contact: undefined,
      capacity_per_slot: undefined,
      booking_cutoff_minutes: undefined,
      bookable_from: undefined,
      bookable_until: undefined,
    });
    assert.deepEqual(parseLine(goodLines.slot), {
      ...goodLines.slot,
      host: null,
      starting_at: eight,
      slot_duration_in_minutes: undefined,
      ticket_types: undefined,
      closed: undefined,
    });
    assert.deepEqual(parseLine(goodLines.booking), {
      ...goodLines.booking,
      host: null,
      slot_starting_at: eight,
      booked_at: bookedAt,
      tickets: [liveTicket],
      reference: undefined,
      data: undefined,
      changed_at: null,
    });
  });

  test("is read with null as what clears a field", () => {
    assert.deepEqual(
      parseLine({
        ...goodLines.interaction,
        cancellation_cutoff_minutes: null,
        booking_cutoff_minutes: null,
        waitlist_promotion: null,
        waitlist_offer_minutes: null,
        reminder_minutes: null,
        title: null,
        tickets_per_contact: null,
        contact_limit_counts: null,
        zone_change: null,
      }),
      {
        ...goodLines.interaction,
        id: null,
        cancellation_cutoff_minutes: null,
        booking_cutoff_minutes: null,
        waitlist_promotion: "manual",
        waitlist_offer_minutes: null,
        reminder_minutes: null,
        title: {},
        tickets_per_contact: null,
        contact_limit_counts: "upcoming",
        zone_change: null,
      },
    );
    const cleared = { location_hint: null, slot_duration_in_minutes: null };
    assert.deepEqual(parseLine({ ...goodLines.activity, ...cleared }), {
      ...goodLines.activity,
      ...cleared,
      location_hint: {},
    });
  });

  test("is read with all its fields", () => {
    const interaction = {
      ...goodLines.interaction,
      id: bookingId,
      cancellation_cutoff_minutes: 0,
      booking_cutoff_minutes: -1440,
      waitlist_promotion: "offer",
      waitlist_offer_minutes: 10_080,
      reminder_minutes: [43_200, 60, 5],
      title: { en: "Summer" },
      tickets_per_contact: 1,
      contact_limit_counts: "week",
      zone_change: null,
    };
    assert.deepEqual(parseLine(interaction), interaction);
    assert.deepEqual(parseLine({ ...interaction, reminder_minutes: [60, 5, 43_200] }), interaction);
    const activity = { ...goodLines.activity, location_hint: {}, slot_duration_in_minutes: 1440 };
    assert.deepEqual(parseLine(activity), activity);
    const host = { ...goodLines.host, slot_duration_in_minutes: 1, overlaps: true };
    assert.deepEqual(parseLine(host), host);
    const type = {
      ...goodLines.ticket_type,
      tickets_per_contact: 1,
      capacity_per_slot: 1,
      booking_cutoff_minutes: 525_600,
      bookable_until: "2030-04-30T00:00:00+02:00",
    };
    assert.deepEqual(parseLine({ ...type, bookable_from: null }), {
      ...type,
      bookable_from: null,
      bookable_until: Date.UTC(2030, 3, 29, 22),
    });
    const slot = {
      ...goodLines.slot,
      host: "station-3",
      capacity: 0,
      slot_duration_in_minutes: 90,
      ticket_types: { standard: 0, press: null },
      closed: true,
    };
    assert.deepEqual(parseLine(slot), { ...slot, starting_at: eight });
    const tickets = [
      { cancelled_at: "2030-04-02T00:00:00Z", attendee: { display_name: "Ada" } },
      { attendee: { checked_in_at: "2030-04-03T00:00:00+02:00" } },
      {},
    ];
    const changed_at = "2030-04-14T00:00:00Z";
    const kept = { reference: "SO-1", data: { b: [1], a: { é: null } } };
    const whole = { ...goodLines.booking, ...kept, host: "station-3", tickets, changed_at };
    assert.deepEqual(parseLine(whole), {
      ...goodLines.booking,
      reference: "SO-1",
      data: '{"b":[1],"a":{"é":null}}',
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
    assert.deepEqual(
      parseLine({ ...goodLines.interaction, id: null }),
      parseLine(goodLines.interaction),
    );
    assert.deepEqual(parseLine({ ...goodLines.slot, host: null }), parseLine(goodLines.slot));
    assert.deepEqual(
      parseLine({ ...goodLines.booking, host: null, tickets: null }),
      parseLine(goodLines.booking),
    );
    const ticket = { cancelled_at: null, attendee: { checked_in_at: null } };
    assert.deepEqual(
      parseLine({ ...goodLines.booking, tickets: [ticket] }),
      parseLine(goodLines.booking),
    );
  });

  const accepted: readonly (readonly [why: string, line: object])[] = [
    ["an id of 256 characters", { ...goodLines.group, unique_key: "é".repeat(256) }],
    [
      "an id of 256 characters outside the first plane",
      { ...goodLines.group, unique_key: "𝄞".repeat(256) },
    ],
    ["an id of one space", { ...goodLines.group, unique_key: " " }],
    ["an id with a slash", { ...goodLines.group, unique_key: "a/b" }],
    ["an empty display name", { ...goodLines.group, display_name: "" }],
    ["a display name of 1024 characters", { ...goodLines.group, display_name: "x".repeat(1024) }],
    ["a display name with a line break", { ...goodLines.group, display_name: "a\nb" }],
    ["an empty language map", { ...goodLines.activity, title: {} }],
    ["languages that the campaign may not offer", { ...goodLines.activity, title: { xx: "?" } }],
    ["an empty text in a language map", { ...goodLines.activity, title: { fr: "" } }],
    ["a slot in the past", { ...goodLines.slot, starting_at: "0001-01-01T00:00:00Z" }],
    ["a slot in the far future", { ...goodLines.slot, starting_at: "9999-12-31T23:59:59.999Z" }],
    ["a fraction of zeros", { ...goodLines.slot, starting_at: "2030-05-01T08:00:00.120000Z" }],
    ["the largest capacity", { ...goodLines.slot, capacity: 2_147_483_647 }],
    ["a capacity written as 8.0", { ...goodLines.slot, capacity: 8.0 }],
    ["booked a minute ahead", { ...goodLines.booking, booked_at: "2030-04-15T12:01:00Z" }],
    ["an external id with an accent and spaces", { ...goodLines.booking, external_id: " é\n" }],
    ["an external id of 512 characters", { ...goodLines.booking, external_id: "x".repeat(512) }],
    [
      "a thousand tickets",
      { ...goodLines.booking, tickets: Array.from({ length: 1000 }, () => ({})) },
    ],
    [
      "a CONFIRMED booking with cancelled tickets only (A38)",
      { ...goodLines.booking, tickets: [{ cancelled_at: "2030-04-02T00:00:00Z" }] },
    ],
    [
      "a WAITLIST booking with a checked-in and a cancelled ticket",
      {
        ...goodLines.booking,
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
      const content = parseLine(line);
      assert.ok(!isBadContent(content), JSON.stringify(content));
    });
  }

  test("of a CANCELLED booking without tickets has one, cancelled with the booking", () => {
    const line = parseLine({ ...goodLines.booking, booking_status: "CANCELLED" });
    assert.ok(!isBadContent(line) && line.kind === "booking");
    assert.deepEqual(line.tickets, [{ cancelled_at: bookedAt, attendee: unknownAttendee }]);
  });

  test("keeps a language map's order, which shows in the raw map (A42)", () => {
    const title = { xx: "1", fr: "2", en: "3" };
    const line = parseLine({ ...goodLines.activity, title });
    assert.ok(!isBadContent(line) && line.kind === "activity");
    assert.deepEqual(Object.keys(line.title), ["xx", "fr", "en"]);
  });
});
