import { sql, type QueryCreator, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { Dialect } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid-columns.ts";

/** The conditions by which an index finds bookings. */
export interface NamingFilter {
  readonly id?: BookingId;
  /** At least one. */
  readonly ids?: readonly string[];
  readonly externalId?: string;
  /** The shop's own number. */
  readonly reference?: string;
  readonly publicKey?: string;
  readonly activityId?: string;
  readonly hostId?: string;
  /** Milliseconds UTC; `from` and `to` are inclusive bounds of the slot's start. */
  readonly slotStartingAt?: number;
  readonly from?: number;
  readonly to?: number;
  /** Only bookings with an event that this request wrote. */
  readonly requestId?: string;
  /** Only bookings of an attendee of whose name each word begins a word, the rarest first (`searchAttendees`). */
  readonly attendees?: readonly string[];
  /** Reads the slots between the bounds, however many days that are. */
  readonly isWindow?: boolean;
}

/**
 * The query of the bookings that one condition of the filter names: the first of ids, attendees, reference, slots and
 * request. The caller applies all others. Null where the filter has none of them, or an id or a contact before slots and
 * request: these name fewer bookings.
 */
export function namedBookings(dialect: Dialect, accountId: AccountId, filter: NamingFilter) {
  const { id, ids, externalId, requestId, attendees, reference } = filter;
  if (ids !== undefined) return (db: QueryCreator<Tables>) => bookingsOfIds(db, accountId, ids);
  if (attendees !== undefined) {
    const named = dialect.names.select(accountId, attendees);
    return (db: QueryCreator<Tables>) => bookingsOfAttendees(db, accountId, named);
  }
  if (reference !== undefined) {
    return (db: QueryCreator<Tables>) => bookingsOfReference(db, accountId, reference);
  }
  if (id !== undefined || externalId !== undefined) return null;
  const slots = slotsOf(filter);
  if (slots !== null) return (db: QueryCreator<Tables>) => bookingsOfSlots(db, accountId, slots);
  if (requestId === undefined) return null;
  const isOfRequest = dialect.isOfRequest(requestId);
  return (db: QueryCreator<Tables>) => bookingsOfRequest(db, accountId, isOfRequest);
}

/** Slots that a filter names by their start; what is undefined may be any. */
interface NamedSlots extends Pick<NamingFilter, "publicKey" | "activityId" | "hostId"> {
  /** Inclusive bounds. */
  readonly from: number;
  readonly to: number;
}

/** Bookings of more days than this are read from the account, in one pass. */
const daysOfSlots = 7;
const dayMs = 86_400_000;

function slotsOf({ publicKey, activityId, hostId, ...filter }: NamingFilter): NamedSlots | null {
  const { slotStartingAt, from = slotStartingAt, to = slotStartingAt } = filter;
  if (from === undefined || to === undefined) return null;
  if (filter.isWindow !== true && to - from > daysOfSlots * dayMs) return null;
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

function interactionOf(
  db: Pick<QueryCreator<Tables>, "selectFrom">,
  accountId: AccountId,
  publicKey: string,
) {
  return db
    .selectFrom("interaction")
    .select("interaction.id")
    .where("interaction.account_id", "=", accountId)
    .where("interaction.public_key", "=", publicKey);
}

/**
 * SQLite reads a cross join in the order in which it is written: the slots, the keys of their bookings,
 * which the slot's index holds, and then the bookings. If the second step read more than keys, SQLite without
 * statistics would choose the account's primary key for it.
 */
function bookingsOfSlots(db: QueryCreator<Tables>, accountId: AccountId, slots: NamedSlots) {
  return keysOfSlots(db, accountId, slots)
    .crossJoin("booking")
    .selectAll("booking")
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.contact_number", "=", "key.contact_number")
    .whereRef("booking.slot_starting_at", "=", "key.slot_starting_at")
    .whereRef("booking.id", "=", "key.id");
}

/** The slots, each with the keys of its bookings, as `key`. */
export function keysOfSlots(
  db: Pick<QueryCreator<Tables>, "selectFrom">,
  accountId: AccountId,
  { publicKey, activityId, hostId, from, to }: NamedSlots,
) {
  let select = db
    .selectFrom("slot")
    .crossJoin("booking as key")
    .where("slot.account_id", "=", accountId)
    .where("key.account_id", "=", accountId)
    .whereRef("key.slot_number", "=", "slot.number");
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
function bookingsOfIds(db: QueryCreator<Tables>, accountId: AccountId, ids: readonly string[]) {
  const rows = sql.join(ids.map((id) => sql`(${uuid(id)})`));
  return db
    .selectFrom(sql<{ column1: string }>`(values ${rows})`.as("named"))
    .crossJoin("booking")
    .selectAll("booking")
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.id", "=", "named.column1");
}

/** Each campaign of the account may have one. */
function bookingsOfReference(db: QueryCreator<Tables>, accountId: AccountId, reference: string) {
  return db
    .selectFrom("booking_data as named")
    .crossJoin("booking")
    .selectAll("booking")
    .where("named.account_id", "=", accountId)
    .where("named.reference", "=", reference)
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.id", "=", "named.booking_id");
}

function bookingsOfRequest(
  db: QueryCreator<Tables>,
  accountId: AccountId,
  isOfRequest: RawBuilder<boolean>,
) {
  return db
    .selectFrom((events) => idsOfRequest(events, accountId, isOfRequest).distinct().as("named"))
    .crossJoin("booking")
    .selectAll("booking")
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.id", "=", "named.booking_id");
}

/** The ids of the bookings with an event that the request wrote. */
export function idsOfRequest(
  db: Pick<QueryCreator<Tables>, "selectFrom">,
  accountId: AccountId,
  isOfRequest: RawBuilder<boolean>,
) {
  return db
    .selectFrom("booking_event")
    .select("booking_event.booking_id")
    .where("booking_event.account_id", "=", accountId)
    .where(isOfRequest);
}

/** As above, the cross join keeps SQLite from reading all bookings of the account. */
function bookingsOfAttendees(
  db: QueryCreator<Tables>,
  accountId: AccountId,
  named: ReturnType<Dialect["names"]["select"]>,
) {
  return db
    .selectFrom(
      sql<{ booking_id: string }>`(select distinct booking_id from (${named}) as ticket)`.as(
        "named",
      ),
    )
    .crossJoin("booking")
    .selectAll("booking")
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.id", "=", "named.booking_id");
}
