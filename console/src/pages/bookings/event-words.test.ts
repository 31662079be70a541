import assert from "node:assert/strict";
import { test } from "node:test";
import { transitionsOfEvent } from "../../../../src/domain/booking.ts";
import { eventWords, type BookingEvent } from "./event-words.ts";

const event = (kind: string, status: string, details: unknown): BookingEvent => ({
  number: 1,
  event: kind,
  booking_status: status,
  at: "2030-05-01T08:00:00Z",
  recorded_at: "2030-05-01T08:00:00Z",
  actor: "operator: jo",
  request_id: null,
  details,
});

const capital = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
const campaign = {
  zone: "Europe/Paris",
  names: {
    activity: capital,
    host: (_activity: string, id: string) => capital(id),
    ticketType: (_activity: string, id: string) => capital(id),
  },
};

const cases: readonly (readonly [string, string, unknown, string, string])[] = [
  [
    "booked",
    "CONFIRMED",
    { tickets: 2, seats_taken: 2 },
    "Booked and confirmed",
    "2 tickets, took 2 seats.",
  ],
  [
    "booked",
    "CONFIRMED",
    { tickets: 1, seats_taken: 0 },
    "Booked and confirmed",
    "One ticket, takes no seat.",
  ],
  [
    "booked",
    "CONFIRMED",
    { tickets: 1, seats_taken: 1, seats_overbooked: 1 },
    "Booked and confirmed",
    "One ticket, took one seat, 1 beyond the capacity.",
  ],
  ["booked", "WAITLIST", { tickets: 1, seats_taken: 0 }, "Joined the waitlist", "One ticket."],
  [
    "promoted",
    "CONFIRMED",
    { seats_taken: 1, automatic: true },
    "Moved up from the waitlist",
    "By itself, into seats that became free, took one seat.",
  ],
  [
    "promoted",
    "CONFIRMED",
    { seats_taken: 1, overtaking: true },
    "Moved up from the waitlist",
    "By hand, past others who waited, on purpose, took one seat.",
  ],
  [
    "cancelled",
    "CANCELLED",
    { cancelled_tickets: [1, 3], seats_freed: 2 },
    "Cancelled",
    "Tickets 1, 3, 2 seats became free.",
  ],
  [
    "cancelled",
    "CANCELLED",
    { cancelled_tickets: [1], seats_freed: 0 },
    "Cancelled",
    "Ticket 1, no seat became free.",
  ],
  [
    "ticket-cancelled",
    "CONFIRMED",
    { cancelled_tickets: [2], seats_freed: 1 },
    "Ticket 2 cancelled",
    "One seat became free.",
  ],
  ["checked-in", "CONFIRMED", { check_ins: [{ ticket: 1 }] }, "Checked in", "Ticket 1."],
  [
    "check-in-undone",
    "CONFIRMED",
    { check_ins: [{ ticket: 1 }, { ticket: 2 }] },
    "Check-in taken back",
    "Tickets 1, 2.",
  ],
  ["imported", "WAITLIST", null, "Imported as WAITLIST", ""],
  ["updated", "CANCELLED", {}, "Updated by an import to CANCELLED", ""],
  [
    "updated",
    "CONFIRMED",
    {
      moved: {
        from: {
          activity: "tasting",
          slot_starting_at: "1970-01-01T00:00:00Z",
          ticket_type: "standard",
        },
        to: {
          activity: "workshop",
          host: "ann",
          slot_starting_at: "1970-01-01T00:00:00Z",
          ticket_type: "standard",
        },
      },
      contact: ["one", "other"],
      overwritten: true,
    },
    "Updated by an import to CONFIRMED",
    "Moved from Tasting, no host to Workshop, Ann, given to another contact, over what was newer here, on purpose.",
  ],
  [
    "moved",
    "CONFIRMED",
    {
      from: {
        activity: "tasting",
        slot_starting_at: "2030-05-01T08:00:00Z",
        ticket_type: "standard",
      },
      to: {
        activity: "tasting",
        slot_starting_at: "2030-05-02T08:00:00Z",
        ticket_type: "standard",
      },
      seats_freed: 1,
      seats_taken: 1,
    },
    "Moved to another slot",
    "From Wed, 1 May 2030, 10:00 CEST to Thu, 2 May 2030, 10:00 CEST, took one seat.",
  ],
  ["moved", "WAITLIST", null, "Moved to another slot, on its waitlist", ""],
  [
    "moved",
    "CONFIRMED",
    {
      from: {
        activity: "tasting",
        slot_starting_at: "1970-01-01T00:00:00Z",
        ticket_type: "standard",
      },
      to: { activity: "tasting", slot_starting_at: "1970-01-01T00:00:00Z", ticket_type: "guest" },
      same_slot: true,
      seats_taken: 0,
    },
    "Given another ticket type",
    "From Standard to Guest, takes no seat.",
  ],
  ["attendee-changed", "CANCELLED", { attendees: [] }, "Name changed", ""],
  ["contact-changed", "CONFIRMED", { contact: ["a", "b"] }, "Given to another contact", ""],
  ["data-changed", "CONFIRMED", { fields: ["data"] }, "The shop's data changed", ""],
  ["contact-merged", "WAITLIST", { contact: ["a", "b"] }, "Contact merged", ""],
  [
    "contact-erased",
    "CANCELLED",
    null,
    "Contact erased",
    "The external id and the attendees' names are gone.",
  ],
  [
    "cancelled",
    "CANCELLED",
    { cancelled_tickets: [1], seats_freed: 1, reason: "the venue is shut" },
    "Cancelled",
    "Ticket 1, one seat became free, reason: “the venue is shut”.",
  ],
  [
    "cancelled",
    "CANCELLED",
    { cancelled_tickets: [1], seats_freed: 1, because: "slot-closed", reason: "Anna is ill" },
    "Cancelled",
    "Ticket 1, with its whole slot, one seat became free, reason: “Anna is ill”.",
  ],
  ["something-new", "CONFIRMED", { other: 1 }, "something-new", ""],
];

for (const [kind, status, details, title, detail] of cases) {
  test(`${kind} to ${status}: ${title}. ${detail}`, () => {
    const words = eventWords(event(kind, status, details), campaign);
    assert.deepEqual([words.title, words.detail], [title, detail]);
  });
}

test("every kind of event that the service writes down has words of its own", () => {
  for (const kind of Object.keys(transitionsOfEvent)) {
    assert.notEqual(eventWords(event(kind, "CONFIRMED", null), campaign).title, kind);
  }
});
