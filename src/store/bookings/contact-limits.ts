import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import {
  countedWith,
  isCounted,
  limitsFor,
  limitsOf,
  type ContactLimit,
  type ContactLimitCounts,
  type HeldTickets,
} from "../../domain/contact-limit.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { namedBy, numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import type { Within } from "../accounts/audit.ts";
import type { SlotKey, SlotName } from "../write/slot.ts";
import { readDuration } from "../write/slot-durations.ts";

/** A ticket type of an activity, as the rules of booking need it. */
export interface BookedType {
  /** What the ticket type and its campaign allow the contact; empty where neither has a limit. */
  readonly limits: readonly ContactLimit[];
  readonly counts: ContactLimitCounts;
  readonly timezone: string;
}

/**
 * Reads a ticket type, and how many live tickets the contact has of what is limited; null when there is no such type. What
 * books, holds, moves or gives away has locked the contact before, so all others that did have ended. An import locks none:
 * it warns of limits, and is not held to them.
 */
export async function readBookedType(
  database: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId, startingAt }: Omit<SlotName, "hostId">,
  {
    ticketTypeId,
    contactNumber,
  }: { readonly ticketTypeId: string; readonly contactNumber: number | null },
  now: number,
): Promise<BookedType | null> {
  const row = await database
    .selectFrom("ticket_type")
    .innerJoin("interaction", namedBy("interaction", "ticket_type"))
    .select([
      "interaction.public_key as interaction",
      "interaction.contact_limit_counts as counts",
      "interaction.timezone",
      "ticket_type.tickets_per_contact as ofType",
      "interaction.tickets_per_contact as ofCampaign",
    ])
    .where("ticket_type.account_id", "=", accountId)
    .where("ticket_type.interaction_id", "=", interactionId)
    .where("ticket_type.activity_id", "=", activityId)
    .where("ticket_type.id", "=", ticketTypeId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { interaction, counts, timezone, ofType, ofCampaign } = row;
  const type = {
    interaction,
    activity: activityId,
    ticketType: ticketTypeId,
    ...countedWith(row, startingAt),
  };
  const isFree = ofType === null && ofCampaign === null;
  const held =
    isFree || contactNumber === null
      ? []
      : await readHeldTickets(database, accountId, "number", [contactNumber], now);
  const none = { ...type, tickets: 0, ofType, ofCampaign };
  return { limits: limitsFor(limitsOf([...held, none]), type), counts, timezone };
}

export function overLimit(exceeded: ContactLimit): Refused<SeatRefusal> {
  const { type, limit, held, counts, period } = exceeded;
  return { refused: { why: "over-limit", type, limit, held, counts, period } };
}

/** Whether a limit counts the tickets of the slot that the booking leaves together with those of the target. */
export async function countsTogether(
  { transaction, accountId, audit }: Within,
  { from, to }: Readonly<Record<"from" | "to", SlotKey>>,
  limiting: BookedType,
): Promise<boolean> {
  const [before, after] = [from, to].map(
    ({ startingAt }) => countedWith(limiting, startingAt).period,
  );
  if (before !== after || limiting.counts !== "upcoming") return before === after;
  const durationInMinutes = await readDuration(transaction, accountId, from);
  return isCounted("upcoming", { startingAt: from.startingAt, durationInMinutes }, audit.now);
}

/** The limits of a booking's ticket type and campaign, and what its contact has of them. */
export async function readContactLimits(
  database: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
  now: number,
): Promise<readonly ContactLimit[]> {
  const row = await database
    .selectFrom("booking")
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .select([
      "ticket_type.interaction_id as interactionId",
      "ticket_type.activity_id as activityId",
      "ticket_type.id as ticketTypeId",
      "booking.contact_number as contactNumber",
      "booking.slot_starting_at as startingAt",
    ])
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  const type = row && (await readBookedType(database, accountId, row, row, now));
  return type?.limits ?? [];
}

/** The counted live tickets of contacts, and those of live holds for them, by ticket type and period. */
export async function readHeldTickets(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: "number" | "external_id",
  contacts: readonly (string | number)[],
  now: number,
): Promise<(HeldTickets & { readonly contactNumber: number; readonly externalId: string })[]> {
  const of = [database, accountId, key, contacts] as const;
  const rows = await Promise.all([readBookedTickets(...of, now), readTicketsInHolds(...of)]);
  return rows.flat().map(({ startingAt, timezone, ...row }) => ({
    ...row,
    ...countedWith({ counts: row.counts, timezone }, startingAt),
  }));
}

/** Of whom and of what tickets are counted, with what limits them. */
export const limitedColumns = [
  "contact.number as contactNumber",
  "contact.external_id as externalId",
  "interaction.public_key as interaction",
  "interaction.contact_limit_counts as counts",
  "interaction.timezone",
  "ticket_type.activity_id as activity",
  "ticket_type.id as ticketType",
  "ticket_type.tickets_per_contact as ofType",
  "interaction.tickets_per_contact as ofCampaign",
] as const;

/** The same, to group by. */
export const limitedGroup = [
  "contact.number",
  "contact.external_id",
  "interaction.public_key",
  "interaction.contact_limit_counts",
  "interaction.timezone",
  "ticket_type.activity_id",
  "ticket_type.id",
  "ticket_type.tickets_per_contact",
  "interaction.tickets_per_contact",
] as const;

/** Seats are held in slots to come. */
function readTicketsInHolds(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: "number" | "external_id",
  contacts: readonly (string | number)[],
) {
  return database
    .selectFrom("contact")
    .crossJoin("hold")
    .crossJoin("slot")
    .crossJoin("ticket_type")
    .innerJoin("interaction", namedBy("interaction", "ticket_type"))
    .select([...limitedColumns, "slot.starting_at as startingAt", "hold.tickets"])
    .where("contact.account_id", "=", accountId)
    .where(sql.ref<string | number>(`contact.${key}`), "in", contacts)
    .where("hold.account_id", "=", accountId)
    .whereRef("hold.contact_number", "=", "contact.number")
    .where("hold.state", "=", "live")
    .where("slot.account_id", "=", accountId)
    .whereRef("slot.number", "=", "hold.slot_number")
    .where("ticket_type.account_id", "=", accountId)
    .whereRef("ticket_type.number", "=", "hold.ticket_type_number")
    .execute();
}

/** A contact's bookings stand together. */
function readBookedTickets(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: "number" | "external_id",
  contacts: readonly (string | number)[],
  now: number,
) {
  return (
    database
      .selectFrom("contact")
      // The embedded engine keeps the order of a cross join.
      .crossJoin("booking")
      .crossJoin("ticket")
      .crossJoin("interaction")
      .crossJoin("ticket_type")
      .select(({ fn }) => [
        ...limitedColumns,
        periodStart.as("startingAt"),
        fn.countAll<number>().as("tickets"),
      ])
      .where("contact.account_id", "=", accountId)
      .where(sql.ref<string | number>(`contact.${key}`), "in", contacts)
      .where("booking.account_id", "=", accountId)
      .whereRef("booking.contact_number", "=", "contact.number")
      .where("booking.booking_status", "!=", "CANCELLED")
      .where("ticket.account_id", "=", accountId)
      .whereRef("ticket.booking_id", "=", "booking.id")
      .where("ticket.cancelled_at", "is", null)
      .where("interaction.account_id", "=", accountId)
      .whereRef("interaction.number", "=", "booking.interaction_number")
      .where("ticket_type.account_id", "=", accountId)
      .whereRef("ticket_type.number", "=", "booking.ticket_type_number")
      .where(isCountedAt(accountId, now))
      .groupBy([...limitedGroup, periodStart])
      .execute()
  );
}

/** The start of a slot, where it says which slots are counted together. */
const periodStart = sql<number>`
  case when interaction.contact_limit_counts in ('week', 'month') then booking.slot_starting_at else 0 end`;

/** As `isCounted`; the slot's row is read only where its length decides. */
function isCountedAt(accountId: AccountId, now: number) {
  return sql<boolean>`(
    interaction.contact_limit_counts <> 'upcoming'
    or booking.slot_starting_at > ${now}
    or (
      booking.slot_starting_at > ${now - longestSlotMs}
      and booking.slot_starting_at + 60000 * (
        select slot.slot_duration_in_minutes
        from slot
        where slot.account_id = ${accountId}
        and slot.number = booking.slot_number
      ) > ${now}
    )
  )`;
}

/** A slot lasts a day at most. */
const longestSlotMs = 1440 * 60_000;
