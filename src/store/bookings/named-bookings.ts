import type { QueryCreator } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { Tables } from "../tables.ts";

/** The conditions by which an index finds bookings. */
export interface NamingFilter {
  readonly id?: BookingId;
  readonly externalId?: string;
  readonly publicKey?: string;
  readonly activityId?: string;
  readonly hostId?: string;
  /** Milliseconds UTC; `from` and `to` are inclusive bounds of the slot's start. */
  readonly slotStartingAt?: number;
  readonly from?: number;
  readonly to?: number;
  /** Only bookings with an event that this request wrote. */
  readonly requestId?: string;
}

/**
 * The query of the bookings that the filter names by their slots or by a request; null where it names none, or
 * where the contact or the id names fewer.
 */
export function namedBookings(accountId: AccountId, filter: NamingFilter) {
  const { id, externalId, requestId } = filter;
  if (id !== undefined || externalId !== undefined) return null;
  const slots = slotsOf(filter);
  if (slots !== null) return (db: QueryCreator<Tables>) => bookingsOfSlots(db, accountId, slots);
  if (requestId === undefined) return null;
  return (db: QueryCreator<Tables>) => bookingsOfRequest(db, accountId, requestId);
}

/** Slots that a filter names by their start; what is undefined may be any. */
interface NamedSlots extends Pick<NamingFilter, "publicKey" | "activityId" | "hostId"> {
  /** Inclusive bounds. */
  readonly from: number;
  readonly to: number;
}

/** Bookings of more days than this are read from the account, in one pass. */
const daysOfSlots = 7;

function slotsOf({ publicKey, activityId, hostId, ...filter }: NamingFilter): NamedSlots | null {
  const { slotStartingAt, from = slotStartingAt, to = slotStartingAt } = filter;
  if (from === undefined || to === undefined || to - from > daysOfSlots * 86_400_000) return null;
  return {
    ...(publicKey !== undefined && { publicKey }),
    ...(activityId !== undefined && { activityId }),
    ...(hostId !== undefined && { hostId }),
    from,
    to,
  };
}

/** All bookings of the account: a page of them reads and sorts the whole account (B323). */
export function bookingsOfAccount(db: QueryCreator<Tables>, accountId: AccountId) {
  return db.selectFrom("booking").selectAll("booking").where("booking.account_id", "=", accountId);
}

function interactionOf(db: QueryCreator<Tables>, accountId: AccountId, publicKey: string) {
  return db
    .selectFrom("interaction")
    .select("interaction.id")
    .where("interaction.account_id", "=", accountId)
    .where("interaction.public_key", "=", publicKey);
}

/**
 * SQLite reads a cross join in the order in which it is written: the slots, the keys of their bookings,
 * which the slot's index holds, and then the bookings. Without statistics it would take the account's
 * first key for as good an index, were more than the keys read by it.
 */
function bookingsOfSlots(
  db: QueryCreator<Tables>,
  accountId: AccountId,
  { publicKey, activityId, hostId, from, to }: NamedSlots,
) {
  let select = db
    .selectFrom("slot")
    .crossJoin("booking as key")
    .crossJoin("booking")
    .selectAll("booking")
    .where("slot.account_id", "=", accountId)
    .where("key.account_id", "=", accountId)
    .whereRef("key.interaction_id", "=", "slot.interaction_id")
    .whereRef("key.activity_id", "=", "slot.activity_id")
    .whereRef("key.host_id", "=", "slot.host_id")
    .whereRef("key.slot_starting_at", "=", "slot.starting_at")
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.contact_id", "=", "key.contact_id")
    .whereRef("booking.slot_starting_at", "=", "key.slot_starting_at")
    .whereRef("booking.id", "=", "key.id");
  if (publicKey !== undefined) {
    select = select.where("slot.interaction_id", "=", interactionOf(db, accountId, publicKey));
  }
  if (activityId !== undefined) select = select.where("slot.activity_id", "=", activityId);
  if (hostId !== undefined) select = select.where("slot.host_id", "=", hostId);
  return from === to
    ? select.where("slot.starting_at", "=", from)
    : select.where("slot.starting_at", ">=", from).where("slot.starting_at", "<=", to);
}

/** As above, the cross join keeps SQLite from reading all bookings of the account for a few ids. */
function bookingsOfRequest(db: QueryCreator<Tables>, accountId: AccountId, requestId: string) {
  return db
    .selectFrom((events) => idsOfRequest(events, accountId, requestId).distinct().as("named"))
    .crossJoin("booking")
    .selectAll("booking")
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.id", "=", "named.booking_id");
}

/** The ids of the bookings with an event that the request wrote. */
export function idsOfRequest(
  db: Pick<QueryCreator<Tables>, "selectFrom">,
  accountId: AccountId,
  requestId: string,
) {
  return db
    .selectFrom("booking_event")
    .select("booking_event.booking_id")
    .where("booking_event.account_id", "=", accountId)
    .where("booking_event.request_id", "=", requestId);
}
