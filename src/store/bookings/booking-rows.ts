import { shopColumns } from "../write/shop-columns.ts";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingStatus } from "../../domain/booking.ts";
import { namedBy, numberedBy } from "../keys.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import {
  bookingsOfAccount,
  idsOfRequest,
  namedBookings,
  type NamingFilter,
} from "./named-bookings.ts";

/** Conditions on bookings; an absent condition matches every booking. */
export interface BookingFilter extends NamingFilter {
  /** Only bookings of an attendee with words that begin so; at least one, as `nameWords` makes it. */
  readonly words?: readonly string[];
  readonly ticketTypeId?: string;
  readonly statuses?: readonly BookingStatus[];
  /** Public keys; null and absent mean all. */
  readonly amongCampaigns?: readonly string[] | null;
  /** The opposite order: the latest slot first. */
  readonly latestFirst?: boolean;
  /** The page after this booking. */
  readonly after?: { readonly slotStartingAt: number; readonly id: string };
  readonly limit: number;
}

/** Selects the bookings that match, in order, with what every reader needs of their contact and catalogue. */
export function bookingRows(reads: Kysely<Tables>, accountId: AccountId, filter: BookingFilter) {
  const named = namedBookings(dialectOf(reads), accountId, filter);
  let select = reads
    // The planner cannot reorder a materialised query; without it, the planner would walk the whole account in
    // the order of the ids to save the sorting.
    .with(
      (name) =>
        named === null
          ? name("found_booking").notMaterialized()
          : name("found_booking").materialized(),
      named ?? ((db) => bookingsOfAccount(db, accountId)),
    )
    .selectFrom("found_booking as booking")
    .innerJoin("contact", numberedBy("contact", "booking"))
    .innerJoin("interaction", numberedBy("interaction", "booking"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .leftJoin("booking_data", namedBy("booking", "booking_data"))
    .selectAll("booking")
    .select(shopColumns)
    .select([
      "contact.external_id",
      "interaction.public_key",
      "interaction.cancellation_cutoff_minutes",
      "slot.activity_id",
      "slot.host_id",
      "ticket_type.id as ticket_type_id",
      "ticket_type.has_limited_capacity",
    ])
    .where("booking.account_id", "=", accountId);
  const { id, externalId, publicKey, activityId, hostId, slotStartingAt, from, to } = filter;
  if (id !== undefined) select = select.where("booking.id", "=", id);
  if (externalId !== undefined) select = select.where("contact.external_id", "=", externalId);
  if (publicKey !== undefined) select = select.where("interaction.public_key", "=", publicKey);
  if (activityId !== undefined) select = select.where("slot.activity_id", "=", activityId);
  if (hostId !== undefined) select = select.where("slot.host_id", "=", hostId);
  const { ticketTypeId, reference } = filter;
  if (reference !== undefined) select = select.where("booking_data.reference", "=", reference);
  if (ticketTypeId !== undefined) {
    select = select.where("ticket_type.id", "=", ticketTypeId);
  }
  if (slotStartingAt !== undefined) {
    select = select.where("booking.slot_starting_at", "=", slotStartingAt);
  }
  if (from !== undefined) select = select.where("booking.slot_starting_at", ">=", from);
  if (to !== undefined) select = select.where("booking.slot_starting_at", "<=", to);
  const { after, requestId, amongCampaigns: among } = filter;
  if (requestId !== undefined) {
    const isOfRequest = dialectOf(reads).isOfRequest(requestId);
    select = select.where("booking.id", "in", idsOfRequest(reads, accountId, isOfRequest));
  }
  if (after !== undefined) {
    select = select.where((where) =>
      where(
        where.refTuple("booking.slot_starting_at", "booking.id"),
        filter.latestFirst === true ? "<" : ">",
        where.tuple(after.slotStartingAt, after.id),
      ),
    );
  }
  if (among) select = select.where("interaction.public_key", "in", among);
  if (filter.statuses !== undefined) {
    select = select.where("booking.booking_status", "in", filter.statuses);
  }
  return select
    .orderBy("booking.slot_starting_at", orderOf(filter))
    .orderBy("booking.id", orderOf(filter))
    .limit(filter.limit);
}

export function orderOf({ latestFirst }: Pick<BookingFilter, "latestFirst">): "asc" | "desc" {
  return latestFirst === true ? "desc" : "asc";
}
