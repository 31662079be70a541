import assert from "node:assert/strict";
import { test } from "node:test";
import type { Slot } from "./place.ts";
import { seatsLeft } from "./seats-left.ts";

const standard = { id: "standard", name: "Standard", isLimited: true };
const online = { id: "online", name: "Online", isLimited: false };
const open = { bookable: true, until: "2030-05-01T08:00:00Z" };

function slotWith(more: Partial<Slot>): Slot {
  return {
    interaction: "pk",
    activity: "yoga",
    starting_at: "2030-05-01T08:00:00Z",
    timezone: "Europe/Paris",
    capacity: 10,
    closed: false,
    taken: 4,
    free: 6,
    held: 0,
    overbooked_by: 0,
    waiting_tickets: 0,
    slot_duration_in_minutes: null,
    ticket_types: {},
    availability: { standard: open, online: open },
    etag: "",
    ...more,
  };
}

const limit = (free: number, waiting: number) => ({
  standard: { capacity: 4, taken: 4 - free, free, waiting, own: false },
});

test("what is left of a ticket type is bounded by the slot and by the type's own limit", () => {
  for (const [slot, type, expected] of [
    [{}, standard, { kind: "free", seats: 6 }],
    [{ ticket_types: limit(2, 0) }, standard, { kind: "free", seats: 2 }],
    [{ free: 1, ticket_types: limit(2, 0) }, standard, { kind: "free", seats: 1 }],
    [{ free: 0 }, standard, { kind: "waitlist" }],
    [{ ticket_types: limit(0, 0) }, standard, { kind: "waitlist" }],
    [{ free: 0 }, online, { kind: "free", seats: null }],
    // Whoever waits stands before a new booking, but not for the seats of another type.
    [{ waiting_tickets: 2 }, standard, { kind: "waitlist" }],
    [{ waiting_tickets: 2, ticket_types: limit(3, 2) }, standard, { kind: "waitlist" }],
    [
      { waiting_tickets: 2, ticket_types: limit(0, 2) },
      { ...standard, id: "online" },
      { kind: "free", seats: 6 },
    ],
    // A slot without seats may get some, unless it was closed.
    [{ capacity: 0, free: 0 }, standard, { kind: "waitlist" }],
    [{ availability: {} }, standard, { kind: "closed" }],
    [
      { availability: { standard: { bookable: false, why: "booking-closed", until: open.until } } },
      standard,
      { kind: "closed" },
    ],
  ] as const) {
    assert.deepEqual(seatsLeft(slotWith(slot), type), expected, JSON.stringify(slot));
  }
  const from = "2030-04-01T08:00:00Z";
  const later = { bookable: false, why: "booking-not-open", from, until: open.until } as const;
  assert.deepEqual(seatsLeft(slotWith({ availability: { standard: later } }), standard), {
    kind: "not-open",
    from: new Date(from),
  });
});
