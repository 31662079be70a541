import { wordsToStore } from "../../domain/attendee-name.ts";
import {
  nameOf,
  recordAfter,
  recordName,
  slotName,
  type SlotPlace,
} from "../../domain/catalogue/catalogue-state.ts";
import type { EndedState } from "../../domain/hold.ts";
import { offsetInMinutes } from "../../domain/local-time.ts";
import {
  changedShopFields,
  endsOffer,
  hasSameTickets,
  slotNameOf,
  type ImportState,
  type KnownBooking,
} from "../../domain/import/decide-booking-line.ts";
import type { BookingToWrite, LinesDecision } from "../../domain/import/decide-lines.ts";
import { type SlotEffect, ownLimits, isAsLong } from "../../domain/import/slot-effect.ts";
import type { SettledSlot } from "../../domain/import/settle-slots.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { eventOfImport, capacityEvents, slotEvent } from "../bookings/events.ts";
import type { SlotLine } from "../../domain/data-file/data-line.ts";
import type { TicketOfLine } from "../../domain/data-file/tickets-of-line.ts";
import { slotNameColumns, slotRow, type SlotKey, type SlotName } from "../write/slot.ts";
import { typeLimitRow, untilNow } from "../write/type-limits.ts";
import { shopColumnsOf } from "../write/shop-columns.ts";
import { durationRow, storedDuration } from "../write/slot-durations.ts";
import { rowsOfCatalogue } from "../catalogue/catalogue-kinds.ts";
import { contactName, type Within } from "./import-target.ts";
import { keyOfSlot, nameOfPlace } from "./load-state.ts";
import type { Contacts } from "./number-new-rows.ts";
import { rowsOfClosings } from "./slot-closings.ts";

/** A decided portion without bad lines. */
interface PortionToWrite {
  readonly decision: LinesDecision;
  readonly settled: readonly SettledSlot[];
  readonly state: ImportState;
  readonly contacts: Contacts;
  /** The times at which the limits of slots' ticket types change, by the slot's number; absent: nobody asks for the past. */
  readonly limitTimes: ReadonlyMap<number, number>;
  /** The numbers of all rows that the lines name, by `recordName`, and of contacts by `contactName`. */
  readonly numbers: Within["numbers"];
}

/** Makes the rows of a portion. */
export function rowsOfImport(portion: PortionToWrite, audit: AuditContext): BatchRows {
  const { decision, settled, state } = portion;
  const idOf = (publicKey: string): string => {
    const id = recordAfter(state, "interaction", publicKey)?.id;
    if (id == null) throw new Error("A campaign that is written has an id.");
    return id;
  };
  const numberOf = prepareNumbers(portion);
  const placed = (place: SlotPlace) => ({
    ...keyOfSlot(place, portion),
    ...columnsOfPlace(place, state),
  });
  const slots = settled.map((slot) => ({ ...slot, key: placed(slot.effect.place) }));
  const settledKnown = slots.flatMap(({ before, after, isClosed, key }) =>
    before ? [{ before, after, isClosed, key }] : [],
  );
  const closings = rowsOfClosings(settledKnown, audit);
  const lines = new Map(decision.slotLines.map(({ content }) => [slotName(content), content]));
  const minutesOf = ({ place }: SlotEffect) =>
    storedDuration(lines.get(slotName(place))?.slot_duration_in_minutes ?? null);
  const known = decision.slotLines
    .filter(({ content }) => state.slots.has(slotName(content)))
    .map(({ content }) => ({ content, key: placed(content) }));
  const otherwiseLong = known.filter(({ content }) => !isAsLong(content, state));
  const otherwise = known.filter(
    ({ content }) => !isAsLong(content, state) || hasOtherLimits(content, state),
  );
  return {
    ...rowsOfCatalogue(
      decision.records.map(({ after }) => after),
      idOf,
      (line) => numberOf(recordName(line)),
    ),
    newSlots: slots.flatMap(({ effect, before, after, isClosed, key }) =>
      before
        ? []
        : [
            {
              ...slotNameColumns(key),
              ...slotRow(key, after),
              slot_duration_in_minutes: minutesOf(effect),
              utc_offset_minutes: offsetOf(effect.place, state),
              closed_at: isClosed ? audit.now : null,
            },
          ],
    ),
    ...rowsOfBookings(portion, numberOf, audit),
    slotEvents: [
      ...settledKnown.flatMap(({ before, after, key }) =>
        capacityEvents(key, before, after, audit),
      ),
      ...otherwise.map(({ content, key }) =>
        slotEvent("slot-changed", key, content.capacity, audit),
      ),
      ...closings.slotEvents,
    ],
    slotClosings: closings.slotClosings,
    slotDurations: otherwiseLong.map(({ content, key }) =>
      durationRow(key, content.slot_duration_in_minutes ?? null),
    ),
    slots: settledKnown.map(({ after, key }) => slotRow(key, after)),
    typeLimits: slots.flatMap((slot) => typeLimitRows(slot, portion)),
  };
}

function hasOtherLimits(content: SlotLine, state: ImportState): boolean {
  return JSON.stringify(content.ticket_types) !== JSON.stringify(ownLimits(content, state));
}

/** What a slot says of its ticket types from now on, and in a slot with bookings the limits that held until now. */
function typeLimitRows(
  { types, before: slotBefore, key, effect: { place } }: SettledSlot & { readonly key: SlotKey },
  portion: PortionToWrite,
): BatchRows["typeLimits"] & object {
  const { limitTimes } = portion;
  const numberOf = prepareNumbers(portion);
  const until = slotBefore === null ? undefined : limitTimes.get(key.number);
  return types.flatMap(({ id, effect, after }) => {
    const type = () => numberOf(nameOf("ticket_type", place.interaction, place.activity, id));
    const { here, ownAfter, limitBefore, limitAfter } = effect;
    const overbookedBy = after?.overbookedBy ?? 0;
    const isSame = ownAfter === here.own && overbookedBy === here.overbooked;
    return [
      ...(isSame ? [] : [typeLimitRow(key, type(), untilNow, ownAfter, overbookedBy)]),
      ...(until === undefined || limitBefore === limitAfter
        ? []
        : [typeLimitRow(key, type(), until, limitBefore)]),
    ];
  });
}

/** The known slots in which the limit of a ticket type changes. */
export function limitsChangedIn(
  settled: readonly SettledSlot[],
  within: Pick<Within, "numbers">,
): SlotKey[] {
  return settled
    .filter(({ before, types }) => {
      return (
        before !== null && types.some(({ effect: each }) => each.limitBefore !== each.limitAfter)
      );
    })
    .map(({ effect }) => keyOfSlot(effect.place, within));
}

function columnsOfPlace(place: SlotPlace, state: ImportState): SlotName {
  const named = nameOfPlace(place, state);
  if (named === null) throw new Error("A slot that changes has a campaign.");
  return named;
}

function offsetOf({ interaction, starting_at }: SlotPlace, state: ImportState): number {
  const timezone = recordAfter(state, "interaction", interaction)?.timezone;
  return offsetInMinutes(starting_at, timezone ?? "UTC");
}

type NumberOf = (name: string) => number;

function prepareNumbers({ numbers }: Pick<PortionToWrite, "numbers">): NumberOf {
  return (name) => {
    const number = numbers.get(name);
    if (number === undefined)
      throw new Error("A row that is written, or named by one, has a number.");
    return number;
  };
}

/** Rows are written in the order of their keys, so that neighbours share the pages of the database. */
function rowsOfBookings(
  { decision: { bookings }, contacts }: PortionToWrite,
  numberOf: NumberOf,
  audit: AuditContext,
): BatchRows {
  const { known: contactsHere, made } = contacts;
  const contactOf = ({ content, known }: BookingToWrite): string => {
    const { external_id: externalId } = content;
    if (known !== null && known.line.external_id === externalId) return known.contactId;
    return contactsHere.get(externalId) ?? made.get(externalId) ?? "";
  };
  const numberOfContact = (id: string) => numberOf(contactName(id));
  const all = bookings
    .map((booking) => ({ ...booking, contactId: contactOf(booking) }))
    .toSorted((one, other) => (one.content.booking < other.content.booking ? -1 : 1));
  const created = all.filter(({ known }) => known === null);
  const changed = all.flatMap((each) =>
    each.known === null ? [] : [{ ...each, known: each.known }],
  );
  const isMoved = ({ content, known }: (typeof changed)[number]) =>
    besideStatus(content) !== besideStatus(known.line);
  return {
    contacts: Array.from(made, ([externalId, id]) => ({
      number: numberOfContact(id),
      id,
      external_id: externalId,
    })),
    newBookings: created
      .map(({ content, contactId }) => ({
        contact_number: numberOfContact(contactId),
        ...bookingRow(content, numberOf),
      }))
      .toSorted((one, other) => one.contact_number - other.contact_number),
    newTickets: all.flatMap(({ content, known }) =>
      ticketRows(content.booking, content.tickets).slice(known?.line.tickets.length ?? 0),
    ),
    bookingData: all.flatMap((each) => shopDataRow(each, numberOf)),
    movedBookings: changed.filter(isMoved).map(({ content, known, contactId }) => ({
      contact_before: numberOfContact(known.contactId),
      slot_starting_before: known.line.slot_starting_at,
      contact_number: numberOfContact(contactId),
      ...bookingRow(content, numberOf),
    })),
    bookings: changed
      .filter((each) => !isMoved(each))
      .map(({ content, known }) => ({
        contact_number: numberOfContact(known.contactId),
        slot_starting_at: content.slot_starting_at,
        id: content.booking,
        booking_status: content.booking_status,
        booked_at: content.booked_at,
      })),
    tickets: changed.flatMap(({ content, known }) =>
      hasSameTickets(content, known.line)
        ? []
        : ticketRows(content.booking, content.tickets).slice(0, known.line.tickets.length),
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

/**
 * A confirmed booking has used up its offer, as an accepted one has. The slot may still have the offer's end: whoever
 * finds nothing to end then writes the next one.
 */
function rowsOfOffer(content: BookingToWrite["content"], known: KnownBooking, now: number) {
  if (!known.offer || !endsOffer(content, known)) return [];
  const state: EndedState = content.booking_status === "CONFIRMED" ? "booked" : "released";
  return [{ id: known.offer.id, state, ended_at: now }];
}

function bookingRow(content: BookingToWrite["content"], numberOf: NumberOf) {
  const { interaction, activity, host, ticket_type } = content;
  return {
    slot_starting_at: content.slot_starting_at,
    id: content.booking,
    slot_number: numberOf(slotNameOf(content)),
    interaction_number: numberOf(nameOf("interaction", interaction)),
    host_number: host === null ? 0 : numberOf(nameOf("host", interaction, activity, host)),
    ticket_type_number: numberOf(nameOf("ticket_type", interaction, activity, ticket_type)),
    booking_status: content.booking_status,
    booked_at: content.booked_at,
  };
}

/** What a shop keeps with the booking: of a known one where the line changes it, and what the line leaves out stays. */
function shopDataRow({ content, known }: BookingToWrite, numberOf: NumberOf) {
  const before = shopColumnsOf(known?.line ?? {});
  const changed = changedShopFields(content, before);
  if (changed.length === 0) return [];
  const after = shopColumnsOf({
    ...before,
    ...Object.fromEntries(changed.map((name) => [name, content[name]])),
  });
  const interaction_number = numberOf(nameOf("interaction", content.interaction));
  return [{ booking_id: content.booking, interaction_number, ...after }];
}

/** What a line says of its booking's row beside the status, which is written alone where the rest stays. */
function besideStatus(line: BookingToWrite["content"]): string {
  const { external_id, interaction, activity, host, slot_starting_at, ticket_type } = line;
  return JSON.stringify([external_id, interaction, activity, host, slot_starting_at, ticket_type]);
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
