import type { TableRows, Value } from "./catalogue-rows.ts";
import {
  bookingIdOf,
  bookingOf,
  contactIdOf,
  contactsOf,
  externalIdOf,
  heavyExternalId,
  nextNumber,
  numberOf,
  places,
  slotStartOf,
  type World,
  type WorldBooking,
} from "./world.ts";

/** Its words are the name in lower case, so that they are not stored. */
const attendee = "Ada Example";

/** Contacts and bookings with tickets and histories, as an import of the same bookings makes them. */
export function bookingRows(world: World, accountId: number, now: number): TableRows[] {
  return [
    {
      table: "account_number",
      columns: ["account_id", "next_number"],
      rows: [[accountId, nextNumber]],
    },
    {
      table: "contact",
      columns: ["account_id", "number", "id", "external_id"],
      rows: contactRows(world, accountId),
    },
    {
      table: "booking",
      columns: [
        "account_id",
        "contact_number",
        "slot_starting_at",
        "id",
        "slot_number",
        "interaction_number",
        "host_number",
        "ticket_type_number",
        "booking_status",
        "booked_at",
      ],
      rows: each(world, (booking) => {
        const place = places[booking.place];
        if (place === undefined) throw new Error("There is no such place.");
        return [
          accountId,
          numberOf.contact(booking.contact),
          slotStartOf(booking.time),
          bookingIdOf(booking.number),
          numberOf.slot(world, booking.place, booking.time),
          numberOf.interaction(place.interaction),
          place.hostId === ""
            ? 0
            : numberOf.host(place.interaction, Number(place.hostId.slice("station-".length))),
          numberOf.ticketType(place.interaction, place.activityId, booking.isLimited),
          statusOf(booking),
          booking.bookedAt,
        ];
      }),
    },
    {
      table: "ticket",
      columns: ["account_id", "booking_id", "number", "cancelled_at", "attendee_display_name"],
      rows: each(world, (booking) => [
        accountId,
        bookingIdOf(booking.number),
        1,
        booking.isCancelled ? booking.bookedAt : null,
        attendee,
      ]),
    },
    {
      table: "booking_event",
      columns: [
        "account_id",
        "booking_id",
        "number",
        "kind",
        "booking_status",
        "at",
        "recorded_at",
        "actor",
      ],
      rows: each(world, (booking) => [
        accountId,
        bookingIdOf(booking.number),
        1,
        "imported",
        statusOf(booking),
        booking.bookedAt,
        now,
        "bench",
      ]),
    },
  ];
}

function statusOf({ isCancelled }: WorldBooking): string {
  return isCancelled ? "CANCELLED" : "CONFIRMED";
}

function* contactRows(world: World, accountId: number): Generator<Value[]> {
  const contacts = contactsOf(world);
  for (let contact = 0; contact < contacts; contact += 1) {
    yield [accountId, numberOf.contact(contact), contactIdOf(contact), externalIdOf(contact)];
  }
  if (world.heavy > 0) {
    yield [accountId, numberOf.contact(contacts), contactIdOf(contacts), heavyExternalId];
  }
}

function* each(
  world: World,
  toRow: (booking: WorldBooking) => Value[],
): Generator<readonly Value[]> {
  for (let number = 0; number < world.bookings + world.heavy; number += 1) {
    yield toRow(bookingOf(world, number));
  }
}
