import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { becauseOf } from "../../domain/because.ts";
import { numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { fromHostColumn } from "../write/slot.ts";

/** A cancelled booking, and why it was cancelled, as a page or a message shows it to the customer. */
export interface CancellationOfContact {
  readonly booking: string;
  readonly interaction: string;
  readonly activity: string;
  readonly host: string | null;
  readonly slotStartingAt: number;
  readonly cancelledAt: number;
  /** Null where an import brought it cancelled, or cancelled it. */
  readonly because: string | null;
  readonly reason: string | null;
}

export interface CancellationsQuestion {
  readonly externalId: string;
  /** Public keys; null means all. */
  readonly amongCampaigns: readonly string[] | null;
  /** The first and the last start of a slot, both included. */
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

/** The cancelled bookings of a contact, those of the latest slots first. */
export async function findCancellations(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { externalId, amongCampaigns, from, to, limit }: CancellationsQuestion,
): Promise<CancellationOfContact[]> {
  let select = reads
    .selectFrom("contact")
    .innerJoin("booking", (join) =>
      join
        .on("booking.account_id", "=", accountId)
        .onRef("booking.contact_number", "=", "contact.number")
        .on("booking.booking_status", "=", "CANCELLED"),
    )
    .innerJoin("interaction", numberedBy("interaction", "booking"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    // The event that ended it has its time; a later one, such as of the slot's move, is of another kind.
    .leftJoin("booking_event", (join) =>
      join
        .on("booking_event.account_id", "=", accountId)
        .onRef("booking_event.booking_id", "=", "booking.id")
        .onRef("booking_event.at", "=", "booking.booked_at")
        .on("booking_event.kind", "=", "cancelled"),
    )
    .select([
      "booking.id as booking",
      "interaction.public_key as interaction",
      "slot.activity_id as activity",
      "slot.host_id as host",
      "booking.slot_starting_at as slotStartingAt",
      "booking.booked_at as cancelledAt",
      "booking_event.actor",
      "booking_event.details",
    ])
    .where("contact.account_id", "=", accountId)
    .where("contact.external_id", "=", externalId);
  if (amongCampaigns !== null) {
    select = select.where("interaction.public_key", "in", amongCampaigns);
  }
  if (from !== undefined) select = select.where("booking.slot_starting_at", ">=", from);
  if (to !== undefined) select = select.where("booking.slot_starting_at", "<=", to);
  const rows = await select
    .orderBy("booking.slot_starting_at", "desc")
    .orderBy("booking.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ host, actor, details, ...row }) => {
    const facts = JSON.parse(details ?? "null") as { readonly reason?: string } | null;
    return {
      ...row,
      host: fromHostColumn(host),
      because: actor === null ? null : becauseOf("cancelled", actor, facts),
      reason: facts?.reason ?? null,
    };
  });
}
