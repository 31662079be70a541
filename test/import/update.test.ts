import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  imported,
  withoutRecordedAt,
  places,
  refused,
  startImporting,
  uuidOf,
  type Importing,
  nothingKept,
} from "./importing.ts";
import { booking, catalogue, slot, ticketType } from "./lines.ts";

const update = { update: true } as const;

/** Status, booked_at and tickets of a booking, and its events without the first. */
function stateOf(importing: Importing, name: string) {
  const id = uuidOf(name);
  const [row] = importing.query(`select booking_status, booked_at from booking where id = '${id}'`);
  const tickets = importing.query(
    `select number, cancelled_at, attendee_display_name, attendee_checked_in_at
     from ticket
     where booking_id = '${id}'
     order by number`,
  );
  const events = importing.query(
    `select number, kind, booking_status, at, recorded_at, actor, details
     from booking_event
     where booking_id = '${id}' and number > 1
     order by number`,
  );
  return {
    status: row?.["booking_status"],
    bookedAt: row?.["booked_at"],
    tickets: tickets.map((ticket) => Object.values(ticket)),
    events: withoutRecordedAt(events).map(({ details, ...event }) => ({
      ...event,
      details: JSON.parse(String(details)),
    })),
  };
}

function taken(importing: Importing): unknown {
  return importing.query(
    `select taken from slot where activity_id = 'tasting' and starting_at = ${Date.UTC(2030, 4, 1, 8)}`,
  )[0]?.["taken"];
}

const bookedAt = Date.UTC(2030, 3, 1, 10, 11, 12);
const cancelledAt = Date.UTC(2030, 3, 5);
const live = { cancelled_at: null, attendee: { display_name: null, checked_in_at: null } };

describe("with --update", () => {
  test("the file's state wins, and is recorded as an event of its own", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a"), booking("b")]);
    const cancelled = booking("a", {
      booking_status: "CANCELLED",
      booked_at: "2030-04-05T00:00:00Z",
    });
    assert.deepEqual(await imported(importing, [cancelled, booking("b")], update), {
      read: 2,
      created: {},
      updated: { booking: 1 },
      unchanged: { booking: 1 },
      ...nothingKept,
    });
    assert.deepEqual(stateOf(importing, "a"), {
      status: "CANCELLED",
      bookedAt: cancelledAt,
      tickets: [[1, cancelledAt, null, null]],
      events: [
        {
          number: 2,
          kind: "updated",
          booking_status: "CANCELLED",
          at: cancelledAt,
          actor: "test",
          details: {
            booking_status: ["CONFIRMED", "CANCELLED"],
            booked_at: [bookedAt, cancelledAt],
            tickets: [[live], [{ ...live, cancelled_at: cancelledAt }]],
          },
        },
      ],
    });
    assert.deepEqual(stateOf(importing, "b").events, []);
    assert.equal(taken(importing), 1);
  });

  test("importing the same again changes nothing", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const changed = [booking("a", { booking_status: "WAITLIST", tickets: [{}, {}] })];
    await imported(importing, changed, update);
    const before = importing.contents();
    const { updated } = await imported(importing, changed, update);
    assert.deepEqual(updated, {});
    assert.deepEqual(importing.contents(), before);
  });

  test("each part of the state is compared", async () => {
    const parts: readonly (readonly [name: string, fields: object])[] = [
      ["booking_status", { booking_status: "WAITLIST" }],
      ["booked_at", { booked_at: "2030-04-01T10:11:12.001Z" }],
      ["tickets", { tickets: [{}, {}] }],
      ["tickets", { tickets: [{ attendee: { display_name: "Ada" } }] }],
      ["tickets", { tickets: [{ attendee: { display_name: "" } }] }],
      ["tickets", { tickets: [{ attendee: { checked_in_at: "2030-04-02T00:00:00Z" } }] }],
      ["tickets", { tickets: [{ cancelled_at: "2030-04-02T00:00:00Z" }] }],
    ];
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    for (const [name, fields] of parts) {
      await imported(importing, [booking("a", fields)], update);
      const { events } = stateOf(importing, "a");
      assert.deepEqual(Object.keys(events.at(-1)?.details), [name]);
      await imported(importing, [booking("a")], update);
    }
    assert.equal(stateOf(importing, "a").events.length, 2 * parts.length);
    assert.equal(taken(importing), 1);
  });

  test("tickets come and go", async () => {
    await using importing = await startImporting();
    const others = booking("b", { booking_status: "WAITLIST", tickets: [{}, {}, {}] });
    await imported(importing, [...catalogue, booking("a"), others]);
    const named = (...names: string[]) => ({
      booking_status: "WAITLIST",
      tickets: names.map((display_name) => ({ attendee: { display_name } })),
    });
    for (const names of [["Ada", "Bea", "Cleo"], ["Dora"], ["Ada", "Dora"]]) {
      await imported(importing, [booking("a", named(...names))], update);
      assert.deepEqual(
        stateOf(importing, "a").tickets,
        names.map((name, index) => [index + 1, null, name, null]),
      );
    }
    assert.equal(stateOf(importing, "b").tickets.length, 3);
  });

  test("seats follow", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...catalogue,
      booking("a"),
      booking("b", { booking_status: "WAITLIST" }),
    ]);
    // The place of the one is taken by the other, in one file.
    await imported(
      importing,
      [booking("a", { booking_status: "CANCELLED" }), booking("b", { tickets: [{}, {}] })],
      update,
    );
    assert.equal(taken(importing), 2);
    const errors = await refused(
      importing,
      [booking("a", { booking_status: "CANCELLED" }), booking("b", { tickets: [{}, {}, {}] })],
      update,
    );
    assert.deepEqual(places(errors), [
      [2, "slot", "pk_summer/tasting/2030-05-01T08:00:00Z", "capacity"],
    ]);
    await imported(
      importing,
      [slot({ capacity: 3 }), booking("b", { tickets: [{}, {}, {}] })],
      update,
    );
    assert.equal(taken(importing), 3);
  });

  test("a slot may stay overfull that was so on purpose, but not become more so", async () => {
    await using importing = await startImporting();
    const four = booking("a", { tickets: [{}, {}, {}, {}] });
    await imported(importing, [...catalogue, four], { allowOverbooked: true });
    await imported(importing, [booking("a", { tickets: [{}, {}, {}] })], update);
    assert.equal(taken(importing), 3);
    assert.deepEqual(importing.query("select overbooked_by from slot where taken > 0"), [
      { overbooked_by: 1 },
    ]);
    assert.equal((await refused(importing, [four], update)).length, 1);
  });

  test("seats follow together with a ticket type that is switched", async () => {
    await using importing = await startImporting();
    const free = (name: string, fields: object = {}) =>
      booking(name, { ticket_type: "free", ...fields });
    await imported(importing, [
      ...catalogue,
      slot({ starting_at: "2030-05-02T08:00:00Z" }),
      free("a"),
      free("b", { booking_status: "WAITLIST" }),
      free("c"),
    ]);
    await imported(
      importing,
      [
        ticketType({ id: "free", display_name: "Free" }),
        free("a", { booking_status: "CANCELLED" }),
        free("b"),
        free("d", { booking_status: "WAITLIST" }),
      ],
      update,
    );
    assert.equal(taken(importing), 2);
  });

  test("new bookings and catalogue lines are as without it", async () => {
    await using importing = await startImporting();
    const { created } = await imported(importing, [...catalogue, booking("a")], update);
    assert.equal(created.booking, 1);
    assert.deepEqual(stateOf(importing, "a").events, []);
  });

  test("a dry run tells how many would change, and changes none", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const before = importing.contents();
    const changed = [booking("a", { booking_status: "WAITLIST" }), booking("b")];
    const answer = await imported(importing, changed, { ...update, dryRun: true });
    assert.deepEqual(answer, {
      read: 2,
      created: { booking: 1 },
      updated: { booking: 1 },
      unchanged: {},
      ...nothingKept,
    });
    assert.deepEqual(importing.contents(), before);
  });
});
