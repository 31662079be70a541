import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { seededRandom } from "../harness/random.ts";
import {
  imported,
  startImporting,
  toText,
  uuidOf,
  withoutMadeIds,
  withoutRecordedAt,
  nothingKept,
} from "./importing.ts";
import {
  activity,
  bookings,
  booking,
  catalogue,
  counts,
  file,
  group,
  interaction,
  slot,
  ticketType,
} from "./lines.ts";

const seed = Date.now() % 1_000_000;

describe("an imported file", () => {
  test("is in the account, every line of it", async () => {
    await using importing = await startImporting();
    assert.deepEqual(await imported(importing, file), {
      read: 18,
      created: counts,
      updated: {},
      unchanged: {},
      ...nothingKept,
    });
    assert.deepEqual(importing.query(`select * from "group"`), [
      { account_id: 1, unique_key: "acme-fr", display_name: "Acme France" },
    ]);
    const [campaign] = importing.query("select * from interaction");
    assert.match(
      String(campaign?.["id"]),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.deepEqual(campaign, {
      account_id: 1,
      id: campaign?.["id"],
      public_key: "pk_summer",
      group_unique_key: "acme-fr",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: '["fr","en"]',
      cancellation_cutoff_minutes: null,
      waitlist_promotion: "manual",
      title: "{}",
      tickets_per_contact: null,
      contact_limit_counts: "upcoming",
      waitlist_offer_minutes: null,
      reminder_minutes: null,
      booking_cutoff_minutes: null,
      number: 1,
    });
    assert.deepEqual(
      importing.query(
        "select id, title, location_hint, slot_duration_in_minutes from activity order by id",
      ),
      [
        {
          id: "tasting",
          title: '{"fr":"Dégustation","en":"Tasting"}',
          location_hint: "{}",
          slot_duration_in_minutes: null,
        },
        {
          id: "workshop",
          title: "{}",
          location_hint: '{"fr":"Halle 2"}',
          slot_duration_in_minutes: null,
        },
      ],
    );
    assert.deepEqual(
      importing.query("select id, display_name, slot_duration_in_minutes from host order by id"),
      [
        { id: "ann", display_name: "Ann", slot_duration_in_minutes: null },
        { id: "bob", display_name: "Bob", slot_duration_in_minutes: 20 },
      ],
    );
    assert.deepEqual(
      importing.query(
        "select activity_id, id, has_limited_capacity from ticket_type order by activity_id, id",
      ),
      [
        { activity_id: "tasting", id: "free", has_limited_capacity: 0 },
        { activity_id: "tasting", id: "standard", has_limited_capacity: 1 },
        { activity_id: "workshop", id: "standard", has_limited_capacity: 1 },
      ],
    );
    assert.deepEqual(
      importing.query(
        "select activity_id, host_id, starting_at, capacity, taken, overbooked_by from slot order by activity_id, host_id, starting_at",
      ),
      [
        ["tasting", "", Date.UTC(2030, 4, 1, 8), 1],
        ["tasting", "", Date.UTC(2030, 4, 1, 9), 1],
        ["workshop", "ann", Date.UTC(2030, 4, 1, 8), 0],
        ["workshop", "bob", Date.UTC(2030, 4, 1, 8), 1],
      ].map(([activity_id, host_id, starting_at, taken]) => ({
        activity_id,
        host_id,
        starting_at,
        capacity: 2,
        taken,
        overbooked_by: 0,
      })),
    );
  });

  test("has its bookings with contacts, tickets and attendees", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    const rows = importing.query(
      `select external_id, booking.id, slot.activity_id, host_id, ticket_type.id as type, booking_status, booked_at
       from booking
       join slot on slot.account_id = booking.account_id and slot.number = booking.slot_number
       join ticket_type on ticket_type.account_id = booking.account_id and ticket_type.number = ticket_type_number
       join contact on contact.number = booking.contact_number
       order by booking_status, external_id, slot.activity_id`,
    );
    const bookedAt = Date.UTC(2030, 3, 1, 10, 11, 12);
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ["CUST-c", uuidOf("c"), "tasting", "", "standard", "CANCELLED", bookedAt],
        ["CUST-a", uuidOf("a"), "tasting", "", "standard", "CONFIRMED", bookedAt],
        ["CUST-a", uuidOf("e"), "workshop", "bob", "standard", "CONFIRMED", bookedAt],
        ["CUST-d", uuidOf("d"), "tasting", "", "standard", "CONFIRMED", bookedAt],
        ["CUST-b", uuidOf("b"), "tasting", "", "standard", "WAITLIST", bookedAt],
      ],
    );
    const tickets = importing.query(
      `select booking_id, number, cancelled_at, attendee_display_name, attendee_checked_in_at
       from ticket
       order by booking_id, number`,
    );
    const ticketsOf = (name: string) =>
      tickets
        .filter((row) => row["booking_id"] === uuidOf(name))
        .map((row) => Object.values(row).slice(1));
    for (const name of ["a", "b", "e"]) assert.deepEqual(ticketsOf(name), [[1, null, null, null]]);
    assert.deepEqual(ticketsOf("c"), [[1, bookedAt, null, null]]);
    assert.deepEqual(ticketsOf("d"), [
      [1, null, "Ada", Date.UTC(2030, 3, 2)],
      [2, Date.UTC(2030, 3, 3, 0, 0, 0, 500), null, null],
    ]);
  });

  test("begins the history of each booking, and is in the audit log once", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    const events = importing.query("select * from booking_event order by booking_id");
    const expected = bookings
      .map((line) => ({
        account_id: 1,
        booking_id: line.booking,
        number: 1,
        kind: "imported",
        booking_status: line.booking_status,
        at: Date.UTC(2030, 3, 1, 10, 11, 12),
        actor: "test",
        request_id: null,
        details: null,
        // The feed numbers it when it is asked for.
        position: null,
      }))
      .toSorted((a, b) => (a.booking_id < b.booking_id ? -1 : 1));
    assert.deepEqual(withoutRecordedAt(events), expected);
    const audits = importing.query("select * from audit_event where action = 'data imported'");
    assert.equal(audits.length, 1);
    assert.deepEqual(
      [audits[0]?.["account_id"], audits[0]?.["actor"], audits[0]?.["at"]],
      [1, "test", events[0]?.["recorded_at"]],
    );
    assert.deepEqual(JSON.parse(String(audits[0]?.["details"])), {
      read: 18,
      created: counts,
      updated: {},
      unchanged: {},
      kept: {},
      overbooked: { slots: 0, seats: 0 },
    });
    assert.doesNotMatch(JSON.stringify(importing.query("select * from audit_event")), /CUST-/);
  });

  test(`is the same whatever the order of its lines (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const shuffled = file
      .map((line) => ({ line, at: random(1_000_000) }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ line }) => line);
    const orders = [file, file.toReversed(), shuffled];
    const contents: unknown[] = [];
    for (const lines of orders) {
      await using importing = await startImporting();
      await imported(importing, lines);
      contents.push(withoutMadeIds(importing));
    }
    assert.deepEqual(contents[1], contents[0]);
    assert.deepEqual(contents[2], contents[0]);
  });

  test("changes nothing when it is imported again", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    const before = importing.contents();
    assert.deepEqual(await imported(importing, file.toReversed()), {
      read: 18,
      created: {},
      updated: {},
      unchanged: counts,
      ...nothingKept,
    });
    assert.deepEqual(await imported(importing, file, { update: true }), {
      read: 18,
      created: {},
      updated: {},
      unchanged: counts,
      ...nothingKept,
    });
    assert.deepEqual(importing.contents(), before);
  });

  test("may say the same twice; the second time is unchanged", async () => {
    await using importing = await startImporting();
    const answer = await imported(importing, [...file, ...file.toReversed(), group()]);
    assert.deepEqual(answer, {
      read: 37,
      created: counts,
      updated: {},
      unchanged: { ...counts, group: 2 },
      ...nothingKept,
    });
  });

  test("may be empty", async () => {
    await using importing = await startImporting();
    const nothing = { read: 0, created: {}, updated: {}, unchanged: {}, ...nothingKept };
    assert.deepEqual(await imported(importing, ""), nothing);
    assert.deepEqual(await imported(importing, "\uFEFF\r\n\n  \n"), nothing);
  });

  test("may be split over several files, the catalogue first", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    assert.deepEqual(await imported(importing, bookings.slice(0, 3)), {
      read: 3,
      created: { booking: 3 },
      updated: {},
      unchanged: {},
      ...nothingKept,
    });
    await imported(importing, bookings.slice(3));
    await using whole = await startImporting();
    await imported(whole, file);
    assert.deepEqual(withoutMadeIds(importing), withoutMadeIds(whole));
  });

  test("comes in pieces, with CR LF, a byte order mark and without a last line end", async () => {
    await using importing = await startImporting();
    const text = Buffer.from(`\uFEFF${toText(file).trimEnd().replaceAll("\n", "\r\n\r\n")}`);
    const pieces = Array.from({ length: Math.ceil(text.length / 7) }, (_, index) =>
      text.subarray(index * 7, index * 7 + 7),
    );
    const answer = await imported(importing, pieces);
    assert.deepEqual([answer.read, answer.created], [18, counts]);
  });
});

test("an activity id may stand under two campaigns (R15)", async () => {
  await using importing = await startImporting();
  const winter = { interaction: "pk_winter" };
  await imported(importing, [
    ...file,
    interaction({ public_key: "pk_winter" }),
    activity({ ...winter, title: { fr: "Hiver" } }),
    ticketType({ ...winter, has_limited_capacity: false }),
    slot({ ...winter, capacity: 0 }),
    booking("w", winter),
  ]);
  assert.deepEqual(
    importing.query(
      `select public_key, activity.title, taken
       from slot
       join interaction on interaction.id = slot.interaction_id
       join activity on activity.interaction_id = slot.interaction_id and activity.id = slot.activity_id
       where activity_id = 'tasting' and starting_at = ${Date.UTC(2030, 4, 1, 8)}
       order by public_key`,
    ),
    [
      { public_key: "pk_summer", title: '{"fr":"Dégustation","en":"Tasting"}', taken: 1 },
      { public_key: "pk_winter", title: '{"fr":"Hiver"}', taken: 0 },
    ],
  );
});
