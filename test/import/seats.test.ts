import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { imported, places, refused, startImporting, uuidOf, type Importing } from "./importing.ts";
import { booking, catalogue, interaction, nine, slot, ticketType } from "./lines.ts";

const slotKey = "pk_summer/tasting/2030-05-01T08:00:00Z";
const two = [booking("a"), booking("b")];

/** The seats of the tasting at eight. */
function seats(importing: Importing): Record<string, unknown> | undefined {
  return importing.query(
    `select capacity, taken, overbooked_by
     from slot
     where activity_id = 'tasting' and starting_at = ${Date.UTC(2030, 4, 1, 8)}`,
  )[0];
}

describe("the seats of a slot", () => {
  test("are taken by the live tickets of CONFIRMED bookings with limited ticket types", async () => {
    await using importing = await startImporting();
    await imported(
      importing,
      [
        ...catalogue,
        slot({ starting_at: nine, capacity: 4 }),
        booking("two live", {
          slot_starting_at: nine,
          tickets: [{}, { cancelled_at: "2030-04-02T00:00:00Z" }, {}],
        }),
        booking("one live", { slot_starting_at: nine }),
        booking("none live", {
          slot_starting_at: nine,
          tickets: [{ cancelled_at: "2030-04-02T00:00:00Z" }],
        }),
        booking("waiting", {
          slot_starting_at: nine,
          booking_status: "WAITLIST",
          tickets: [{}, {}, {}],
        }),
        booking("gone", { slot_starting_at: nine, booking_status: "CANCELLED" }),
        booking("free", {
          slot_starting_at: nine,
          ticket_type: "free",
          tickets: [{}, {}, {}, {}, {}],
        }),
      ].filter((line) => JSON.stringify(line) !== JSON.stringify(slot({ starting_at: nine }))),
    );
    assert.deepEqual(
      importing.query(
        `select capacity, taken, overbooked_by from slot where starting_at = ${Date.UTC(2030, 4, 1, 9)}`,
      ),
      [{ capacity: 4, taken: 3, overbooked_by: 0 }],
    );
  });

  test("may all be taken", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two]);
    assert.deepEqual(seats(importing), { capacity: 2, taken: 2, overbooked_by: 0 });
  });

  test("add up over several imports", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    await imported(importing, two);
    assert.deepEqual(seats(importing), { capacity: 2, taken: 2, overbooked_by: 0 });
  });
});

describe("a slot with more live tickets than its capacity", () => {
  test("is bad, told once and by its own line where the file has it", async () => {
    await using importing = await startImporting();
    const errors = await refused(importing, [...two, booking("c"), ...catalogue, booking("d")]);
    assert.deepEqual(places(errors), [[9, "slot", slotKey, "capacity"]]);
    assert.match(errors[0]!.expected, /^at least 4\b/);
  });

  test("is reported at the first booking that adds to it, where the slot is the account's", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two]);
    const errors = await refused(importing, [
      booking("a"),
      booking("w", { booking_status: "WAITLIST" }),
      booking("f", { ticket_type: "free" }),
      booking("c"),
      booking("d"),
    ]);
    assert.deepEqual(places(errors), [[4, "slot", slotKey, "capacity"]]);
  });

  test("is bad when its capacity is lowered below what is taken", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two]);
    const errors = await refused(importing, [slot({ capacity: 1 })]);
    assert.deepEqual(places(errors), [[1, "slot", slotKey, "capacity"]]);
    await imported(importing, [slot({ capacity: 3 })]);
    await imported(importing, [slot({ capacity: 2 })]);
    assert.deepEqual(seats(importing), { capacity: 2, taken: 2, overbooked_by: 0 });
  });

  test("may hold waitlisted, cancelled and unlimited bookings", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...catalogue,
      ...two,
      booking("w", { booking_status: "WAITLIST" }),
      booking("x", { booking_status: "CANCELLED" }),
      booking("f", { ticket_type: "free" }),
    ]);
    assert.deepEqual(seats(importing), { capacity: 2, taken: 2, overbooked_by: 0 });
  });
});

describe("a file that may overbook", () => {
  const three = [...two, booking("c")];

  test("fills slots beyond their capacity, which is recorded", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...three], { allowOverbooked: true });
    assert.deepEqual(seats(importing), { capacity: 2, taken: 3, overbooked_by: 1 });
    const [audit] = importing.query(
      "select details from audit_event where action = 'data imported'",
    );
    assert.deepEqual(JSON.parse(String(audit?.["details"])).overbooked, { slots: 1, seats: 1 });
  });

  test("records nothing where nothing is overbooked", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two], { allowOverbooked: true });
    assert.deepEqual(seats(importing), { capacity: 2, taken: 2, overbooked_by: 0 });
  });

  test("changes nothing when it is imported again, with or without leave", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...three], { allowOverbooked: true });
    for (const allowOverbooked of [true, false]) {
      const again = await imported(importing, [...catalogue, ...three], { allowOverbooked });
      assert.deepEqual([again.created, again.updated], [{}, {}]);
      assert.deepEqual(seats(importing), { capacity: 2, taken: 3, overbooked_by: 1 });
    }
  });

  test("gives no leave to the next file", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...three], { allowOverbooked: true });
    const errors = await refused(importing, [booking("d")]);
    assert.deepEqual(places(errors), [[1, "slot", slotKey, "capacity"]]);
    const lowered = await refused(importing, [slot({ capacity: 1 })]);
    assert.deepEqual(places(lowered), [[1, "slot", slotKey, "capacity"]]);
  });

  test("lowers a capacity below what is taken, which is recorded", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two]);
    await imported(importing, [slot({ capacity: 0 })], { allowOverbooked: true });
    assert.deepEqual(seats(importing), { capacity: 0, taken: 2, overbooked_by: 2 });
  });

  test("is mended by raising the capacity", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...three], { allowOverbooked: true });
    await imported(importing, [slot({ capacity: 3 })]);
    assert.deepEqual(seats(importing), { capacity: 3, taken: 3, overbooked_by: 0 });
  });
});

describe("a ticket type that is switched", () => {
  const unlimited = ticketType({ has_limited_capacity: false });
  const limited = ticketType({ id: "free", display_name: "Free" });

  test("to unlimited frees the seats of its bookings", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two, booking("n", { slot_starting_at: nine })]);
    assert.deepEqual((await imported(importing, [unlimited])).updated, { ticket_type: 1 });
    assert.deepEqual(importing.query("select sum(taken) as taken from slot"), [{ taken: 0 }]);
  });

  test("to limited takes seats for the live tickets of its CONFIRMED bookings", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...catalogue,
      booking("a", {
        ticket_type: "free",
        tickets: [{}, { cancelled_at: "2030-04-02T00:00:00Z" }],
      }),
      booking("b", { ticket_type: "free", booking_status: "WAITLIST" }),
      booking("c", { ticket_type: "free", booking_status: "CANCELLED" }),
      booking("d"),
    ]);
    assert.equal(seats(importing)?.["taken"], 1);
    await imported(importing, [limited]);
    assert.equal(seats(importing)?.["taken"], 2);
  });

  test("to limited is bad where there are too few seats, and told by its own line", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...two, booking("f", { ticket_type: "free" })]);
    assert.deepEqual(places(await refused(importing, [booking("a"), limited])), [
      [2, "slot", slotKey, "capacity"],
    ]);
    await imported(importing, [limited], { allowOverbooked: true });
    assert.deepEqual(seats(importing), { capacity: 2, taken: 3, overbooked_by: 1 });
  });

  test("counts bookings of the same file once, new ones and known ones", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("f", { ticket_type: "free" })]);
    await imported(importing, [
      booking("g", { ticket_type: "free" }),
      limited,
      booking("f", { ticket_type: "free" }),
      unlimited,
      booking("a"),
    ]);
    assert.equal(seats(importing)?.["taken"], 2);
  });

  test("leaves slots of other activities and accounts alone", async () => {
    await using importing = await startImporting();
    const [, uat] = importing.accountIds;
    const lines = [
      ...catalogue.with(1, interaction({ id: uuidOf("campaign") })),
      ...two,
      booking("w", { activity: "workshop", host: "ann" }),
    ];
    await imported(importing, lines);
    await imported(importing, lines, { into: uat });
    await imported(importing, [unlimited]);
    assert.deepEqual(
      importing.query("select account_id, activity_id, taken from slot where taken > 0"),
      [
        { account_id: 1, activity_id: "workshop", taken: 1 },
        { account_id: 2, activity_id: "tasting", taken: 2 },
        { account_id: 2, activity_id: "workshop", taken: 1 },
      ],
    );
  });
});
