import type { AccountName } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused, type Refused } from "../../src/domain/refusal.ts";
import type { AnyRefusal } from "../../src/operations/machinery/problems.ts";
import type { AuditContext } from "../../src/store/accounts/audit.ts";
import type { BookingDetails } from "../../src/store/bookings/booking-details.ts";
import type { CapacityOrder } from "../../src/store/slots/capacity.ts";
import type { ClosingOrder } from "../../src/store/slots/close-slot.ts";
import type { NamedSlot } from "../../src/store/write/named-slot.ts";
import type { Store } from "../../src/store/store.ts";
import { operate } from "./operate.ts";

/*
 * What the people at a desk do, each by its operation. A booking is answered as the store has it then, with instants
 * in milliseconds UTC.
 */

/** A booking's contact, slot and tickets. */
export interface BookingRequest {
  readonly place: NamedSlot;
  readonly ticketTypeId: string;
  readonly externalId: string;
  readonly tickets: number;
  readonly attendees?: readonly (string | null)[];
  readonly overbook?: boolean;
  readonly late?: boolean;
}

/** A booking that an operation has answered with. */
export interface FoundBooking {
  readonly details: BookingDetails;
}

type Answer<T> = T | Refused<AnyRefusal>;

export function bookSlot(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  { place, ticketTypeId, externalId, ...request }: BookingRequest,
): Promise<Answer<FoundBooking>> {
  const { starting_at, ...slot } = fieldsOf(place);
  const values = {
    ...slot,
    ...request,
    slot_starting_at: starting_at,
    external_id: externalId,
    ticket_type: ticketTypeId,
  };
  return changed(store, audit, account, "book", values);
}

/** A change of a booking; `ticket` null means all. */
export interface Transition {
  readonly kind: "cancel" | "check-in" | "undo-check-in";
  readonly ticket: number | null;
  readonly reason?: string;
}

const transitions = {
  cancel: "cancelBooking",
  "check-in": "checkIn",
  "undo-check-in": "undoCheckIn",
} as const;

export function changeBooking(
  store: Store,
  audit: AuditContext,
  booking: BookingId,
  account: AccountName,
  { kind, ticket, reason }: Transition,
): Promise<Answer<FoundBooking>> {
  const values = { booking, ticket: ticket ?? undefined, reason };
  return changed(store, audit, account, transitions[kind], values);
}

export function promoteBooking(
  store: Store,
  audit: AuditContext,
  order: {
    readonly bookingId: BookingId;
    readonly account: AccountName;
    readonly overtake: boolean;
    readonly late?: boolean;
  },
): Promise<Answer<FoundBooking>> {
  const { bookingId: booking, account, overtake, late } = order;
  return changed(store, audit, account, "promoteBooking", { booking, overtake, late });
}

/** The destination of a booking. A part that is left out stays as it is. */
export interface MoveRequest {
  readonly bookingId: BookingId;
  readonly account: AccountName;
  readonly startingAt: number;
  readonly activityId?: string;
  readonly hostId?: string;
  readonly ticketTypeId?: string;
  readonly late?: boolean;
}

export function moveBooking(
  store: Store,
  audit: AuditContext,
  { bookingId: booking, account, startingAt, activityId, hostId, ticketTypeId, late }: MoveRequest,
): Promise<Answer<FoundBooking>> {
  const to = { activity: activityId, host: hostId, ticket_type: ticketTypeId, late };
  const values = { booking, ...to, slot_starting_at: formatInstant(startingAt) };
  return changed(store, audit, account, "moveBooking", values);
}

async function changed(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  operation: string,
  values: object,
): Promise<Answer<FoundBooking>> {
  const answer = await operate(store, operation, { ...account, ...values }, { audit });
  if (isRefused<AnyRefusal>(answer)) return answer;
  const { booking: id } = answer as { readonly booking: BookingId };
  const accountId = await store.accounts.identify(account);
  const [details] =
    accountId === null ? [] : await store.account(accountId).findBookings({ id, limit: 1 });
  if (details === undefined) throw new Error(`Booking ${id} is not there.`);
  return { details };
}

export async function changeSlotCapacity(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  { place, capacity, limits, overbook }: Omit<CapacityOrder, "amongCampaigns">,
): Promise<Answer<{ readonly promoted: number }>> {
  const values = { ...account, ...fieldsOf(place), capacity, ticket_types: limits, overbook };
  return operate(store, "changeSlotCapacity", values, { audit });
}

export async function closeSlot(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  { place, reason, dryRun, evenIfCheckedIn }: ClosingOrder,
): Promise<Answer<{ readonly cancelled: readonly string[] }>> {
  const how = { reason: reason ?? undefined, dry_run: dryRun, even_if_checked_in: evenIfCheckedIn };
  return operate(store, "closeSlot", { ...account, ...fieldsOf(place), ...how }, { audit });
}

/** Erases a contact: how many bookings it has, and how many of them were cancelled. */
export async function eraseContact(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  order: { readonly contactId: string; readonly upcoming: "cancel" | "keep" | null },
): Promise<Answer<{ readonly bookings: number; readonly cancelled: number }>> {
  const { contactId: contact, upcoming } = order;
  const values = { ...account, contact, upcoming: upcoming ?? undefined };
  return operate(store, "eraseContact", values, { audit });
}

function fieldsOf({ publicKey, activityId, hostId, startingAt }: NamedSlot) {
  return {
    interaction: publicKey,
    activity: activityId,
    host: hostId ?? undefined,
    starting_at: formatInstant(startingAt),
  };
}
