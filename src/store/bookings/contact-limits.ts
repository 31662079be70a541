import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import {
  limitsFor,
  limitsOf,
  type ContactLimit,
  type HeldTickets,
} from "../../domain/contact-limit.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { namedBy, numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import type { SlotName } from "../write/slot.ts";

/** A ticket type of an activity, as the rules of booking need it. */
export interface BookedType {
  /** What the ticket type and its campaign allow the contact; empty where neither has a limit. */
  readonly limits: readonly ContactLimit[];
}

/**
 * Reads a ticket type, and how many live tickets the contact has of what is limited; null when there is no such type. A
 * transaction that adds tickets has locked the contact before, so all others that did have ended.
 */
export async function readBookedType(
  database: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId }: Pick<SlotName, "interactionId" | "activityId">,
  {
    ticketTypeId,
    contactNumber,
  }: { readonly ticketTypeId: string; readonly contactNumber: number | null },
): Promise<BookedType | null> {
  const row = await database
    .selectFrom("ticket_type")
    .innerJoin("interaction", namedBy("interaction", "ticket_type"))
    .select([
      "interaction.public_key as interaction",
      "ticket_type.tickets_per_contact as ofType",
      "interaction.tickets_per_contact as ofCampaign",
    ])
    .where("ticket_type.account_id", "=", accountId)
    .where("ticket_type.interaction_id", "=", interactionId)
    .where("ticket_type.activity_id", "=", activityId)
    .where("ticket_type.id", "=", ticketTypeId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { interaction, ofType, ofCampaign } = row;
  const type = { interaction, activity: activityId, ticketType: ticketTypeId };
  const isFree = ofType === null && ofCampaign === null;
  const held =
    isFree || contactNumber === null
      ? []
      : await readHeldTickets(database, accountId, "number", [contactNumber]);
  const none = { ...type, tickets: 0, ofType, ofCampaign };
  return {
    limits: limitsFor(limitsOf([...held, none]), type),
  };
}

export function overLimit({ type, limit, held }: ContactLimit): Refused<SeatRefusal> {
  return { refused: { why: "over-limit", type, limit, held } };
}

/** The limits of a booking's ticket type and campaign, and what its contact has of them. */
export async function readContactLimits(
  database: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<readonly ContactLimit[]> {
  const row = await database
    .selectFrom("booking")
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .select([
      "ticket_type.interaction_id as interactionId",
      "ticket_type.activity_id as activityId",
      "ticket_type.id as ticketTypeId",
      "booking.contact_number as contactNumber",
    ])
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  const type = row && (await readBookedType(database, accountId, row, row));
  return type?.limits ?? [];
}

/** The live tickets of contacts, by ticket type. A contact's bookings stand together. */
export function readHeldTickets(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: "number" | "external_id",
  contacts: readonly (string | number)[],
): Promise<(HeldTickets & { readonly contactNumber: number; readonly externalId: string })[]> {
  return (
    database
      .selectFrom("contact")
      // The embedded engine keeps the order of a cross join.
      .crossJoin("booking")
      .crossJoin("ticket")
      .crossJoin("interaction")
      .crossJoin("ticket_type")
      .select(({ fn }) => [
        "contact.number as contactNumber",
        "contact.external_id as externalId",
        "interaction.public_key as interaction",
        "ticket_type.activity_id as activity",
        "ticket_type.id as ticketType",
        "ticket_type.tickets_per_contact as ofType",
        "interaction.tickets_per_contact as ofCampaign",
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
      .groupBy([
        "contact.number",
        "contact.external_id",
        "interaction.public_key",
        "ticket_type.activity_id",
        "ticket_type.id",
        "ticket_type.tickets_per_contact",
        "interaction.tickets_per_contact",
      ])
      .execute()
  );
}
