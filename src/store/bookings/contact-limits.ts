import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import {
  limitsFor,
  limitsOf,
  type ContactLimit,
  type HeldTickets,
} from "../../domain/contact-limit.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { namedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../write/slot.ts";

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
  { interactionId, activityId }: Pick<SlotKey, "interactionId" | "activityId">,
  { ticketTypeId, contactId }: { readonly ticketTypeId: string; readonly contactId: string | null },
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
    isFree || contactId === null
      ? []
      : await readHeldTickets(database, accountId, "id", [contactId]);
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
    .select([
      "interaction_id as interactionId",
      "activity_id as activityId",
      "ticket_type_id as ticketTypeId",
      "contact_id as contactId",
    ])
    .where("account_id", "=", accountId)
    .where("id", "=", bookingId)
    .executeTakeFirst();
  const type = row && (await readBookedType(database, accountId, row, row));
  return type?.limits ?? [];
}

/** The live tickets of contacts, by ticket type. A contact's bookings stand together. */
export function readHeldTickets(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: "id" | "external_id",
  contacts: readonly string[],
): Promise<(HeldTickets & { readonly contactId: string; readonly externalId: string })[]> {
  return (
    database
      .selectFrom("contact")
      // The embedded engine keeps the order of a cross join.
      .crossJoin("booking")
      .crossJoin("ticket")
      .crossJoin("interaction")
      .crossJoin("ticket_type")
      .select(({ fn }) => [
        "contact.id as contactId",
        "contact.external_id as externalId",
        "interaction.public_key as interaction",
        "booking.activity_id as activity",
        "booking.ticket_type_id as ticketType",
        "ticket_type.tickets_per_contact as ofType",
        "interaction.tickets_per_contact as ofCampaign",
        fn.countAll<number>().as("tickets"),
      ])
      .where("contact.account_id", "=", accountId)
      .where(`contact.${key}`, "in", contacts)
      .where("booking.account_id", "=", accountId)
      .whereRef("booking.contact_id", "=", "contact.id")
      .where("booking.booking_status", "!=", "CANCELLED")
      .where("ticket.account_id", "=", accountId)
      .whereRef("ticket.booking_id", "=", "booking.id")
      .where("ticket.cancelled_at", "is", null)
      .where("interaction.account_id", "=", accountId)
      .whereRef("interaction.id", "=", "booking.interaction_id")
      .where("ticket_type.account_id", "=", accountId)
      .whereRef("ticket_type.interaction_id", "=", "booking.interaction_id")
      .whereRef("ticket_type.activity_id", "=", "booking.activity_id")
      .whereRef("ticket_type.id", "=", "booking.ticket_type_id")
      .groupBy([
        "contact.id",
        "contact.external_id",
        "interaction.public_key",
        "booking.activity_id",
        "booking.ticket_type_id",
        "ticket_type.tickets_per_contact",
        "interaction.tickets_per_contact",
      ])
      .execute()
  );
}
