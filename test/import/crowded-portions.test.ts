import { randomUUID } from "node:crypto";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { breaches } from "../harness/database.ts";
import { bookSlot, type FoundBooking } from "../harness/desk-acts.ts";
import { acme } from "../harness/service.ts";
import { imported, now, startImporting, type Importing } from "./importing.ts";
import { activity, booking, group, interaction, nine, slot, ticketType } from "./lines.ts";
import {
  catalogue,
  lines,
  linesAt,
  many,
  perSlot,
  slots,
  startOf,
  statusOf,
} from "./many-lines.ts";

function bookVip({ store }: Importing, startingAt: number) {
  const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt };
  const request = { place, ticketTypeId: "vip", externalId: "meanwhile", tickets: 1 };
  return bookSlot(store, { actor: "test", now }, acme, request);
}

describe("B214 a large file that concerns a waitlist, or a limit of a ticket type", () => {
  test("and waitlists get the seats that it leaves, also of a slot larger than a portion", async () => {
    await using importing = await startImporting();
    const waiting = booking("waits", { slot_starting_at: nine, booking_status: "WAITLIST" });
    await imported(importing, [
      group(),
      interaction({ waitlist_promotion: "automatic" }),
      activity(),
      ticketType(),
      slot({ starting_at: nine, capacity: many }),
      ...linesAt(nine, () => ({})),
      waiting,
    ]);
    assert.equal(statusOf(importing, "waits"), "WAITLIST");
    const ended = { booking_status: "CANCELLED", booked_at: "2030-04-10T10:00:00Z" };
    const { updated } = await imported(
      importing,
      linesAt(nine, (index) => (index % 2 === 0 ? ended : { booked_at: "2030-04-10T10:00:00Z" })),
      { update: true },
    );
    assert.deepEqual(updated, { booking: many });
    assert.equal(statusOf(importing, "waits"), "CONFIRMED");
  });

  test("A88 and it has no room for a type of which somebody took the last seat meanwhile", async () => {
    await using importing = await startImporting();
    const vip = ticketType({ id: "vip", capacity_per_slot: 1 });
    const other = activity({ id: "other" });
    const switched = (limit: number) =>
      ticketType({ id: "switched", activity: "other", capacity_per_slot: limit });
    const roomy = slots.map((line) => ({ ...line, capacity: perSlot + 2 }));
    await imported(importing, [...catalogue, vip, other, switched(2), ...roomy]);
    const last = { slot_starting_at: startOf(many - 1), ticket_type: "vip" };
    const file = [switched(3), ...lines(), booking("vip", last)];
    let taken: ReturnType<typeof bookSlot> | null = null;
    const answer = await importing.import(file, {
      onProgress: ({ step }) => {
        if (step === "writing") taken ??= bookVip(importing, Date.parse(startOf(many - 1)));
      },
    });
    const booked = (await taken!) as FoundBooking;
    // Where the booking waits for the import to end, it comes second.
    if ("errors" in answer) {
      assert.equal(booked.details.booking.status, "CONFIRMED");
      assert.deepEqual(
        answer.errors.map(({ field }) => field),
        ["ticket_types.vip"],
      );
      assert.equal(statusOf(importing, "vip"), undefined);
    } else {
      assert.equal(booked.details.booking.status, "WAITLIST");
    }
    assert.deepEqual(importing.query("select max(overbooked_by) as over from type_limit"), [
      { over: null },
    ]);
    assert.deepEqual(breaches(importing.databaseUrl), []);
  });

  test("A88 of a slot larger than a portion, whose lower limit of a type comes last", async () => {
    await using importing = await startImporting();
    // More are cancelled than the first portion holds.
    const vips = 1_200;
    const vip = ticketType({ id: "vip", capacity_per_slot: vips });
    const typed = (fields: (index: number) => object) =>
      linesAt(nine, (index) => ({ ...(index < vips && { ticket_type: "vip" }), ...fields(index) }));
    const large = (fields: object) => slot({ starting_at: nine, capacity: many, ...fields });
    await imported(importing, [...catalogue, vip, large({}), ...typed(() => ({}))]);
    const later = { booked_at: "2030-04-10T10:00:00Z" };
    const { updated, left_out } = await imported(
      importing,
      [
        large({ ticket_types: { vip: 4 } }),
        ...typed((index) => ({
          ...later,
          ...(index < vips - 4 && { booking_status: "CANCELLED" }),
        })),
      ],
      { update: true },
    );
    assert.deepEqual([updated, left_out], [{ slot: 1, booking: many }, undefined]);
  });

  test("A88 of a slot larger than a portion, whose line raises one limit and lowers another", async () => {
    await using importing = await startImporting();
    const large = (ticket_types: object) =>
      slot({ starting_at: nine, capacity: many, ticket_types });
    const types = [ticketType({}), ticketType({ id: "vip" })];
    const before = large({ standard: many, vip: 0 });
    await imported(importing, [...catalogue, ...types, before, ...linesAt(nine, () => ({}))]);
    // More are new than any portion holds.
    const moving = 5_200;
    const cancelled = { booking_status: "CANCELLED", booked_at: "2030-04-10T10:00:00Z" };
    const file = [
      large({ standard: many - moving, vip: moving }),
      ...linesAt(nine, () => cancelled).slice(0, moving),
      ...linesAt(nine, () => ({ ticket_type: "vip" })).slice(0, moving),
    ].map((line, index) => (index > moving ? { ...line, booking: randomUUID() } : line));
    const { created, updated, left_out } = await imported(importing, file, { update: true });
    assert.deepEqual(left_out, undefined);
    assert.deepEqual([created, updated], [{ booking: moving }, { slot: 1, booking: moving }]);
  });
});
