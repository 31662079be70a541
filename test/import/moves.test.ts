import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { changeBooking, bookSlot, eraseContact } from "../harness/desk-acts.ts";
import {
  imported,
  now,
  places,
  refused,
  startImporting,
  uuidOf,
  type Importing,
} from "./importing.ts";
import { booking, catalogue, interaction, nine, slot, ticketType } from "./lines.ts";

const update = { update: true } as const;
const production = { tenant: "acme", environment: "production" } as const;

/** The taken seats by slot, of those with any. */
function taken(importing: Importing): unknown[] {
  return importing
    .query("select * from slot where taken > 0 order by activity_id, host_id, starting_at")
    .map((row) => [
      row["activity_id"],
      row["host_id"],
      new Date(Number(row["starting_at"])).getUTCHours(),
      row["taken"],
    ]);
}

function lastEvent(importing: Importing, name: string): any {
  const rows = importing.query(
    `select * from booking_event where booking_id = '${uuidOf(name)}' order by number`,
  );
  return { ...rows.at(-1), details: JSON.parse(String(rows.at(-1)?.["details"])) };
}

describe("a booking that its own system moved follows with --update", () => {
  test("to another slot, and its seats follow", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a", { tickets: [{}, {}] })]);
    const moved = booking("a", { tickets: [{}, {}], slot_starting_at: nine });
    assert.deepEqual((await imported(importing, [moved], update)).updated, { booking: 1 });
    assert.deepEqual(taken(importing), [["tasting", "", 9, 2]]);
    const { number, kind, details } = lastEvent(importing, "a");
    const place = { activity: "tasting", ticket_type: "standard" };
    assert.deepEqual([number, kind], [2, "updated"]);
    assert.deepEqual(details, {
      moved: {
        from: { ...place, slot_starting_at: "2030-05-01T08:00:00Z" },
        to: { ...place, slot_starting_at: "2030-05-01T09:00:00Z" },
      },
    });
    assert.deepEqual((await imported(importing, [moved], update)).unchanged, { booking: 1 });
  });

  test("to another host and activity", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...catalogue,
      booking("a", { activity: "workshop", host: "ann" }),
      booking("b"),
    ]);
    await imported(
      importing,
      [
        booking("a", { activity: "workshop", host: "bob" }),
        booking("b", { activity: "workshop", host: "bob" }),
      ],
      update,
    );
    assert.deepEqual(taken(importing), [["workshop", "bob", 8, 2]]);
  });

  test("to another ticket type, which may take no seat", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a"), booking("b", { ticket_type: "free" })]);
    await imported(
      importing,
      [booking("a", { ticket_type: "free" }), booking("b", { tickets: [{}, {}] })],
      update,
    );
    assert.deepEqual(taken(importing), [["tasting", "", 8, 2]]);
  });

  test("to another customer, without a word of either in its history", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a"), booking("b")]);
    await imported(
      importing,
      [booking("a", { external_id: "CUST-b" }), booking("b", { external_id: "CUST-new" })],
      update,
    );
    const names = importing.query(
      "select external_id from booking join contact on contact.number = contact_number order by external_id",
    );
    assert.deepEqual(
      names.map((row) => row["external_id"]),
      ["CUST-b", "CUST-new"],
    );
    assert.doesNotMatch(JSON.stringify(importing.query("select * from booking_event")), /CUST/);
    assert.deepEqual(Object.keys(lastEvent(importing, "a").details), ["contact"]);
  });

  test("with everything at once, and a ticket type that is switched in the same file", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...catalogue,
      booking("a", { ticket_type: "free", tickets: [{}, {}] }),
      booking("b", { ticket_type: "free" }),
    ]);
    await imported(
      importing,
      [
        ticketType({ id: "free", display_name: "Free" }),
        booking("a", {
          external_id: "CUST-z",
          slot_starting_at: nine,
          ticket_type: "standard",
          booking_status: "WAITLIST",
        }),
      ],
      update,
    );
    assert.deepEqual(taken(importing), [["tasting", "", 8, 1]]);
  });

  test("only where there are seats", async () => {
    await using importing = await startImporting();
    const full = booking("full", { slot_starting_at: nine, tickets: [{}, {}] });
    await imported(importing, [...catalogue, booking("a"), full]);
    const errors = await refused(importing, [booking("a", { slot_starting_at: nine })], update);
    assert.deepEqual(places(errors), [
      [1, "slot", "pk_summer/tasting/2030-05-01T09:00:00Z", "capacity"],
    ]);
    // Two that change places need no seat more.
    const small = slot({ capacity: 1 });
    const other = slot({ capacity: 2, starting_at: nine });
    const swapped = [
      small,
      other,
      booking("a", { slot_starting_at: nine }),
      { ...full, slot_starting_at: "2030-05-01T08:00:00Z", tickets: [{}] },
    ];
    await imported(importing, swapped, update);
    assert.deepEqual(taken(importing), [
      ["tasting", "", 8, 1],
      ["tasting", "", 9, 1],
    ]);
  });

  test("and the first in line gets the seat that it leaves", async () => {
    await using importing = await startImporting();
    const automatic = interaction({ waitlist_promotion: "automatic" });
    const waiting = booking("w", { booking_status: "WAITLIST", booked_at: "2030-04-02T00:00:00Z" });
    const file = [...catalogue.with(1, automatic), booking("a"), booking("b"), waiting];
    await imported(importing, file);
    await imported(importing, [booking("a", { slot_starting_at: nine }), waiting], update);
    assert.deepEqual(taken(importing), [
      ["tasting", "", 8, 2],
      ["tasting", "", 9, 1],
    ]);
    assert.equal(lastEvent(importing, "w").kind, "promoted");
    assert.deepEqual((await imported(importing, [waiting], update)).kept, { booking: 1 });
  });

  test("past those who wait where it goes, as the file says", async () => {
    await using importing = await startImporting();
    const full = booking("full", { slot_starting_at: nine, tickets: [{}, {}] });
    const waiting = booking("w", { slot_starting_at: nine, booking_status: "WAITLIST" });
    await imported(importing, [...catalogue, full, waiting]);
    const answer = await bookSlot(importing.store, { actor: "desk", now: now + 1000 }, production, {
      place: {
        publicKey: "pk_summer",
        activityId: "tasting",
        hostId: null,
        startingAt: Date.UTC(2030, 4, 1, 8),
      },
      ticketTypeId: "standard",
      externalId: "CUST-x",
      tickets: 1,
    });
    assert.ok(!("refused" in answer));
    const line = booking("x", {
      booking: answer.details.booking.id,
      slot_starting_at: nine,
      booked_at: new Date(answer.details.booking.bookedAt).toISOString(),
    });
    await imported(importing, [slot({ starting_at: nine, capacity: 3 }), line], update);
    assert.deepEqual(taken(importing), [["tasting", "", 9, 3]]);
    const verified = await verifyAccount(importing.store, production, now);
    assert.ok("violations" in verified);
    assert.deepEqual(verified.violations, []);
  });

  test("but not past what happened here later, nor without --update", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const moved = booking("a", { slot_starting_at: nine, external_id: "CUST-new" });
    assert.deepEqual((await imported(importing, [moved])).kept, { booking: 1 });
    const audit = { actor: "desk", now };
    const transition = { kind: "cancel", ticket: null } as const;
    const id = uuidOf("a") as BookingId;
    await changeBooking(importing.store, audit, id, production, transition);
    const before = importing.contents();
    assert.deepEqual((await imported(importing, [moved], update)).kept, { booking: 1 });
    assert.deepEqual(importing.contents(), before);
  });

  test("but never to a person who was erased from it", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const [contact] = importing.query("select id from contact");
    const order = { contactId: String(contact?.["id"]), upcoming: "keep" } as const;
    await eraseContact(importing.store, { actor: "desk", now }, production, order);
    const before = importing.contents();
    for (const how of [update, { overwrite: true }] as const) {
      const answer = await importing.import([booking("a")], how);
      assert.ok("kept" in answer);
      assert.deepEqual(answer.kept, { booking: 1 });
    }
    assert.deepEqual(importing.contents(), before);
  });
});
