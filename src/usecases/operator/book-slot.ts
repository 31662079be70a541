import { randomUUID } from "node:crypto";
import type { Admission } from "../../domain/seats.ts";
import type { BookingId } from "../../domain/booking.ts";
import { ticketsMax } from "../../domain/data-file/data-line.ts";
import { isMismatch, type Reader } from "../../domain/data-file/reader.ts";
import { displayName, externalId } from "../../domain/data-file/values.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { NamedSlot } from "../../store/bookings/named-slot.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount, type AccountReference } from "./identify-account.ts";
import { findBooking, type FoundBooking } from "./find-booking.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** A booking's contact, slot and tickets. A slot may lie in the past, for entry at the door (B62). */
export interface BookingRequest {
  readonly place: NamedSlot;
  readonly ticketTypeId: string;
  readonly externalId: string;
  /** 1 to 1000. */
  readonly tickets: number;
  /** Names of the first tickets' attendees; there may be fewer than tickets. */
  readonly attendees?: readonly (string | null)[];
  /** Books beyond the capacity and past the waitlist, which is recorded. */
  readonly overbook?: boolean;
}

/**
 * Books: CONFIRMED while seats are left and nobody waits, else on the waitlist; all tickets or none (decision
 * A40). Returns the new booking.
 */
export async function bookSlot(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  request: BookingRequest,
): Promise<FoundBooking | Refused<OperatorRefusal | SeatRefusal>> {
  const malformed = refuseValues(request, audit.now);
  if (malformed !== null) return { refused: malformed };
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const bookingId = randomUUID() as string as BookingId;
  const { place, ticketTypeId, tickets, attendees = [], overbook = false } = request;
  const admission: Admission | Refused<SeatRefusal> = await store.account(account.id).book(audit, {
    place,
    ticketTypeId,
    externalId: request.externalId,
    attendees: Array.from({ length: tickets }, (_, index) => attendees[index] ?? null),
    overbook,
    bookingId,
    contactId: randomUUID(),
  });
  if (isRefused<SeatRefusal>(admission)) return admission;
  return findBooking(store, bookingId, account);
}

function refuseValues(request: BookingRequest, now: number): SeatRefusal | null {
  const { tickets, attendees = [] } = request;
  const refuse = (field: string, expected: string): SeatRefusal => ({
    why: "value-malformed",
    field,
    expected,
  });
  const read = (field: string, reader: Reader<unknown>, value: unknown): SeatRefusal | null => {
    const found = reader(value, now);
    return isMismatch(found) ? refuse(field, found.expected) : null;
  };
  if (!Number.isInteger(tickets) || tickets < 1 || tickets > ticketsMax) {
    return refuse("tickets", `a whole number from 1 to ${ticketsMax}`);
  }
  if (attendees.length > tickets) {
    return refuse("attendees", `at most as many names as there are tickets, which is ${tickets}`);
  }
  return (
    read("external_id", externalId, request.externalId) ??
    attendees
      .filter((name) => name !== null)
      .map((name) => read("attendees", displayName, name))
      .find((refusal) => refusal !== null) ??
    null
  );
}
