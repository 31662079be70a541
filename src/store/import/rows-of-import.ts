import { wordsToStore } from "../../domain/attendee-name.ts";
import { randomUUID } from "node:crypto";
import { recordAfter, slotName, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import { hasSameTickets, type ImportState } from "../../domain/import/decide-booking-line.ts";
import type { BookingToWrite, LinesDecision } from "../../domain/import/decide-lines.ts";
import { type SlotEffect, ownLimits, isAsLong } from "../../domain/import/slot-effect.ts";
import type { SettledSlot } from "../../domain/import/settle-slots.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { eventOfImport, capacityEvents, slotEvent } from "../bookings/events.ts";
import type { SlotLine } from "../../domain/data-file/data-line.ts";
import type { TicketOfLine } from "../../domain/data-file/tickets-of-line.ts";
import { slotKeyText, slotRow, type SlotKey, toHostColumn } from "../write/slot.ts";
import { typeLimitRow, untilNow } from "../write/type-limits.ts";
import { durationRow, storedDuration } from "../write/slot-durations.ts";
import { rowsOfCatalogue } from "../catalogue/catalogue-kinds.ts";
import { slotKeyOf } from "./load-state.ts";

/** A decided portion without bad lines. */
interface PortionToWrite {
  readonly decision: LinesDecision;
  readonly settled: readonly SettledSlot[];
  readonly state: ImportState;
  /** The ids of the account's contacts that the bookings name, by external id. */
  readonly contacts: ReadonlyMap<string, string>;
  /** The times at which the limits of slots' ticket types change, by `slotKeyText`; absent: nobody asks for the past. */
  readonly limitTimes: ReadonlyMap<string, number>;
}

/** Makes the rows of a portion. */
export function rowsOfImport(portion: PortionToWrite, audit: AuditContext): BatchRows {
  const { decision, settled, state } = portion;
  const idOf = (publicKey: string): string => {
    const id = recordAfter(state, "interaction", publicKey)?.id;
    if (id == null) throw new Error("A campaign that is written has an id.");
    return id;
  };
  const slots = settled.map((slot) => ({ ...slot, key: keyOfSlot(slot.effect.place, state) }));
  const settledKnown = slots.flatMap(({ before, after, key }) =>
    before ? [{ before, after, key }] : [],
  );
  const lines = new Map(decision.slotLines.map(({ content }) => [slotName(content), content]));
  const minutesOf = ({ place }: SlotEffect) =>
    storedDuration(lines.get(slotName(place))?.slot_duration_in_minutes ?? null);
  const known = decision.slotLines
    .filter(({ content }) => state.slots.has(slotName(content)))
    .map(({ content }) => ({ content, key: keyOfSlot(content, state) }));
  const otherwiseLong = known.filter(({ content }) => !isAsLong(content, state));
  const otherwise = known.filter(
    ({ content }) => !isAsLong(content, state) || hasOtherLimits(content, state),
  );
  return {
    ...rowsOfCatalogue(
      decision.records.map(({ after }) => after),
      idOf,
    ),
    newSlots: slots.flatMap(({ effect, before, after, key }) =>
      before ? [] : [{ ...slotRow(key, after), slot_duration_in_minutes: minutesOf(effect) }],
    ),
    ...rowsOfBookings(portion, idOf, audit),
    slotEvents: [
      ...settledKnown.flatMap(({ before, after, key }) =>
        capacityEvents(key, before, after, audit),
      ),
      ...otherwise.map(({ content, key }) =>
        slotEvent("slot-changed", key, content.capacity, audit),
      ),
    ],
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
  { types, before: slotBefore, key }: SettledSlot & { readonly key: SlotKey },
  { limitTimes }: PortionToWrite,
): BatchRows["typeLimits"] & object {
  const until = slotBefore === null ? undefined : limitTimes.get(slotKeyText(key));
  return types.flatMap(({ id, effect, after }) => {
    const { here, ownAfter, limitBefore, limitAfter } = effect;
    const overbookedBy = after?.overbookedBy ?? 0;
    const isSame = ownAfter === here.own && overbookedBy === here.overbooked;
    return [
      ...(isSame ? [] : [typeLimitRow(key, id, untilNow, ownAfter, overbookedBy)]),
      ...(until === undefined || limitBefore === limitAfter
        ? []
        : [typeLimitRow(key, id, until, limitBefore)]),
    ];
  });
}

/** The known slots in which the limit of a ticket type changes. */
export function limitsChangedIn(settled: readonly SettledSlot[], state: ImportState): SlotKey[] {
  return settled
    .filter(({ before, types }) => {
      return (
        before !== null && types.some(({ effect: each }) => each.limitBefore !== each.limitAfter)
      );
    })
    .map(({ effect }) => keyOfSlot(effect.place, state));
}

export function keyOfSlot(place: SlotPlace, state: ImportState): SlotKey {
  const key = slotKeyOf(place, state);
  if (key === null) throw new Error("A slot that changes has a campaign.");
  return key;
}

/** Rows are written in the order of their keys, so that neighbours share the pages of the database. */
function rowsOfBookings(
  { decision: { bookings }, contacts }: PortionToWrite,
  idOf: (publicKey: string) => string,
  audit: AuditContext,
): BatchRows {
  const made = new Map<string, string>();
  const contactOf = ({ content, known }: BookingToWrite): string => {
    const { external_id: externalId } = content;
    if (known !== null && known.line.external_id === externalId) return known.contactId;
    const id = contacts.get(externalId) ?? made.get(externalId) ?? randomUUID();
    if (!contacts.has(externalId)) made.set(externalId, id);
    return id;
  };
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
    contacts: Array.from(made, ([externalId, id]) => ({ id, external_id: externalId })),
    newBookings: created
      .map(({ content, contactId }) => ({ contact_id: contactId, ...bookingRow(content, idOf) }))
      .toSorted((one, other) => (one.contact_id < other.contact_id ? -1 : 1)),
    newTickets: all.flatMap(({ content, known }) =>
      ticketRows(content.booking, content.tickets).slice(known?.line.tickets.length ?? 0),
    ),
    movedBookings: changed.filter(isMoved).map(({ content, known, contactId }) => ({
      contact_before: known.contactId,
      slot_starting_before: known.line.slot_starting_at,
      contact_id: contactId,
      ...bookingRow(content, idOf),
    })),
    bookings: changed
      .filter((each) => !isMoved(each))
      .map(({ content, known }) => ({
        contact_id: known.contactId,
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
    events: all.map((booking) => eventOfImport(booking, booking.contactId, audit)),
  };
}

function bookingRow(content: BookingToWrite["content"], idOf: (publicKey: string) => string) {
  return {
    slot_starting_at: content.slot_starting_at,
    id: content.booking,
    interaction_id: idOf(content.interaction),
    activity_id: content.activity,
    host_id: toHostColumn(content.host),
    ticket_type_id: content.ticket_type,
    booking_status: content.booking_status,
    booked_at: content.booked_at,
  };
}

/** What a line says of its booking's row beside the status, which is written alone where the rest stays. */
function besideStatus(line: BookingToWrite["content"]): string {
  const { booking_status: _status, booked_at: _since, ...rest } = bookingRow(line, (key) => key);
  return JSON.stringify([line.external_id, rest]);
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
