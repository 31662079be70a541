/*
 * The rows of the bookings that a portion of an import creates or changes. Those of one kind stand in the order of their
 * keys, so that neighbours share the pages of the database.
 */

import { wordsToStore } from "../../domain/attendee-name.ts";
import { nameByKey } from "../../domain/catalogue/catalogue-state.ts";
import type { BookingLine } from "../../domain/data-file/data-line.ts";
import type { TicketOfLine } from "../../domain/data-file/tickets-of-line.ts";
import type { EndedState } from "../../domain/hold.ts";
import {
  changedShopFields,
  endsOffer,
  hasSameTickets,
  isElsewhere,
  slotNameOf,
  type KnownBooking,
} from "../../domain/import/decide-booking-line.ts";
import type { BookingToWrite } from "../../domain/import/decide-lines.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { eventOfImport } from "../bookings/events.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { shopColumnsOf } from "../write/shop-columns.ts";
import { contactName } from "./import-target.ts";
import { numberOf, type Contacts, type Numbers } from "./number-new-rows.ts";

/** Makes the rows of bookings, of their tickets and offers, and of contacts that are new. */
export function rowsOfBookings(
  bookings: readonly BookingToWrite[],
  contacts: Contacts,
  numbers: Numbers,
  audit: AuditContext,
): BatchRows {
  const all = bookings
    .map((booking) => ({ ...booking, contactId: contactOf(booking, contacts) }))
    .toSorted((one, other) => (one.content.booking < other.content.booking ? -1 : 1));
  const created = all.filter(({ known }) => known === null);
  const changed = all.flatMap((each) =>
    each.known === null ? [] : [{ ...each, known: each.known }],
  );
  const moved = changed.filter(({ content, known }) => isMoved(content, known));
  const stayed = changed.filter(({ content, known }) => !isMoved(content, known));
  const numberOfContact = (id: string) => numberOf(contactName(id), numbers);
  return {
    contacts: Array.from(contacts.made, ([externalId, id]) => ({
      number: numberOfContact(id),
      id,
      external_id: externalId,
    })),
    newBookings: created
      .map(({ content, contactId }) => ({
        contact_number: numberOfContact(contactId),
        ...bookingRow(content, numbers),
      }))
      .toSorted((one, other) => one.contact_number - other.contact_number),
    newTickets: all.flatMap(({ content, known }) =>
      ticketRows(content.booking, content.tickets).slice(known?.line.tickets.length ?? 0),
    ),
    bookingData: all.flatMap((each) => shopDataRows(each, numbers)),
    movedBookings: moved.map(({ content, known, contactId }) => ({
      contact_before: numberOfContact(known.contactId),
      slot_starting_before: known.line.slot_starting_at,
      contact_number: numberOfContact(contactId),
      ...bookingRow(content, numbers),
    })),
    bookings: stayed.map(({ content, known }) => ({
      contact_number: numberOfContact(known.contactId),
      slot_starting_at: content.slot_starting_at,
      id: content.booking,
      booking_status: content.booking_status,
      booked_at: content.booked_at,
    })),
    tickets: changed
      .filter(({ content, known }) => !hasSameTickets(content, known.line))
      .flatMap(({ content, known }) =>
        ticketRows(content.booking, content.tickets).slice(0, known.line.tickets.length),
      ),
    droppedTickets: changed.flatMap(({ content, known }) =>
      ticketRows(content.booking, known.line.tickets)
        .slice(content.tickets.length)
        .map(({ booking_id, number }) => ({ booking_id, number })),
    ),
    endedOffers: changed.flatMap(({ content, known }) => rowsOfOffer(content, known, audit.now)),
    events: all.map((booking) => eventOfImport(booking, booking.contactId, audit)),
  };
}

/** The id of the contact of a booking after its line. */
function contactOf({ content, known }: BookingToWrite, contacts: Contacts): string {
  const { external_id: externalId } = content;
  if (known?.line.external_id === externalId) return known.contactId;
  const id = contacts.known.get(externalId) ?? contacts.made.get(externalId);
  if (id === undefined) throw new Error("A booking that is written has a contact.");
  return id;
}

/** Whether a line gives its booking another contact, slot or ticket type; else only its status and its time may change. */
function isMoved(content: BookingLine, { line: here }: KnownBooking): boolean {
  return content.external_id !== here.external_id || isElsewhere(content, here);
}

/**
 * A confirmed booking has used up its offer, as an accepted one has. The slot may still have the offer's end: whoever
 * finds nothing to end then writes the next one.
 */
function rowsOfOffer(content: BookingLine, known: KnownBooking, now: number) {
  if (!known.offer || !endsOffer(content, known)) return [];
  const state: EndedState = content.booking_status === "CONFIRMED" ? "booked" : "released";
  return [{ id: known.offer.id, state, ended_at: now }];
}

function bookingRow(content: BookingLine, numbers: Numbers) {
  const { interaction, activity, host, ticket_type } = content;
  const ofType = nameByKey("ticket_type", interaction, activity, ticket_type);
  return {
    slot_starting_at: content.slot_starting_at,
    id: content.booking,
    slot_number: numberOf(slotNameOf(content), numbers),
    interaction_number: numberOf(nameByKey("interaction", interaction), numbers),
    host_number:
      host === null ? 0 : numberOf(nameByKey("host", interaction, activity, host), numbers),
    ticket_type_number: numberOf(ofType, numbers),
    booking_status: content.booking_status,
    booked_at: content.booked_at,
  };
}

/** The row of a shop's data where the line changes some of it. What the line leaves out stays as it is. */
function shopDataRows({ content, known }: BookingToWrite, numbers: Numbers) {
  const before = shopColumnsOf(known?.line ?? {});
  const changed = changedShopFields(content, before);
  if (changed.length === 0) return [];
  const after = shopColumnsOf({
    ...before,
    ...Object.fromEntries(changed.map((name) => [name, content[name]])),
  });
  const interaction_number = numberOf(nameByKey("interaction", content.interaction), numbers);
  return [{ booking_id: content.booking, interaction_number, ...after }];
}

function ticketRows(bookingId: string, tickets: readonly TicketOfLine[]) {
  return tickets.map(({ cancelled_at, attendee }, index) => ({
    booking_id: bookingId,
    number: index + 1,
    cancelled_at,
    attendee_display_name: attendee.display_name,
    attendee_checked_in_at: attendee.checked_in_at,
    attendee_words: wordsToStore(attendee.display_name),
  }));
}
