import { shopColumnsOf, type ShopColumns } from "../write/shop-columns.ts";
import { shopFieldNames } from "../../domain/data-file/shop-data.ts";
import { wordsToStore } from "../../domain/attendee-name.ts";
import type { BookingId, BookingStatus } from "../../domain/booking.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";
import { movedRow, type BatchRows } from "../write/batch-rows.ts";

/** What changes of a booking beside its state. What is absent stays; null clears. */
export interface DetailsOrder {
  readonly bookingId: BookingId;
  readonly attendees: readonly { readonly number: number; readonly name: string | null }[];
  /** The contact that gets the booking, and the id for it where it is new. */
  readonly contact?: { readonly externalId: string; readonly newId: string };
  readonly shopData: Partial<ShopColumns>;
  /** Gives the contact more tickets than a limit allows; the history records it. */
  readonly overLimit: boolean;
}

/** The locked rows. */
export interface DetailsFacts {
  readonly booking: Tables["booking"] &
    ShopColumns & {
      readonly contact_id: string;
      readonly last_event: number | null;
    };
  readonly tickets: readonly Tables["ticket"][];
  /** What waits with an offer has seats in the contact's name. */
  readonly holds: readonly Pick<Tables["hold"], "id">[];
  /** Null where the booking stays with its contact. */
  readonly given: Given | null;
}

interface Given {
  readonly number: number;
  readonly id: string;
  readonly externalId: string;
  readonly isNew: boolean;
  readonly isOverLimit: boolean;
}

/** Null where nothing changes. */
export function rowsOfDetails(
  audit: AuditContext,
  { bookingId, attendees, shopData }: DetailsOrder,
  { booking, tickets, holds, given }: DetailsFacts,
): BatchRows | null {
  const renamed = attendees.flatMap(({ number, name }) => {
    const ticket = tickets.find((each) => each.number === number);
    return ticket === undefined || ticket.attendee_display_name === name
      ? []
      : [{ number, before: ticket.attendee_display_name, name }];
  });
  const shopAfter = { ...shopColumnsOf(booking), ...shopData };
  const fields = shopFieldNames.filter((name) => shopAfter[name] !== booking[name]);
  const changes: readonly (readonly [kind: DetailsKind, details: object])[] = [
    ...(renamed.length === 0 ? [] : [["attendee-changed", attendeesIn(renamed)] as const]),
    ...(given === null
      ? []
      : [["contact-changed", contactsIn(booking.contact_id, given)] as const]),
    // The values may name somebody, and stand in the booking.
    ...(fields.length === 0 ? [] : [["data-changed", { fields }] as const]),
  ];
  if (changes.length === 0) return null;
  const first = (booking.last_event ?? 0) + 1;
  return {
    contacts: given?.isNew === true ? [contactRow(given)] : [],
    ticketNames: renamed.map(({ number, name }) => ({
      booking_id: bookingId,
      number,
      attendee_display_name: name,
      attendee_words: wordsToStore(name),
    })),
    bookingData:
      fields.length === 0
        ? []
        : [
            {
              booking_id: bookingId,
              interaction_number: booking.interaction_number,
              ...shopAfter,
            },
          ],
    givenHolds: given === null ? [] : holds.map(({ id }) => ({ id, contact_number: given.number })),
    movedBookings: given === null ? [] : [movedRow(booking, { contact_number: given.number })],
    events: changes.map(([kind, details], index) =>
      detailsEvent(booking, { kind, number: first + index, details }, audit),
    ),
  };
}

type DetailsKind = "attendee-changed" | "contact-changed" | "data-changed";

/** An erasure finds the names by their key, as in the event of an import. */
function attendeesIn(
  renamed: readonly {
    readonly number: number;
    readonly before: string | null;
    readonly name: string | null;
  }[],
) {
  return {
    attendees: renamed.map(({ number, before, name }) => ({
      ticket: number,
      display_name: [before, name],
    })),
  };
}

/** Contacts are named by their ids, because external ids are personal data. */
function contactsIn(before: string, { id, isOverLimit }: Given) {
  return { contact: [before, id], ...(isOverLimit && { over_limit: true }) };
}

function contactRow({ number, id, externalId }: Given) {
  return { number, id, external_id: externalId };
}

function detailsEvent(
  booking: { readonly id: string; readonly booking_status: BookingStatus },
  event: { readonly kind: DetailsKind; readonly number: number; readonly details: object },
  audit: AuditContext,
) {
  return {
    booking_id: booking.id,
    number: event.number,
    kind: event.kind,
    booking_status: booking.booking_status,
    at: audit.now,
    recorded_at: audit.now,
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: JSON.stringify(event.details),
  };
}
