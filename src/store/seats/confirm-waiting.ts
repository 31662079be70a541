import type { Kysely } from "kysely";
import type { Promotion } from "../../domain/promote-booking.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";
import { recordStatusEvent } from "./record-event.ts";
import type { SlotPlace } from "./slot-place.ts";

/** Whom to confirm, when, and how that came about. */
export interface Confirmation {
  readonly bookingId: string;
  readonly contactId: string;
  readonly at: number;
  readonly hasLimitedCapacity: boolean;
  readonly promotion: Promotion;
  /** Whether it follows from a seat that became free, without anybody asking for it. */
  readonly automatic: boolean;
}

/** Makes a waiting booking CONFIRMED and writes it into its history. The seats are the caller's. */
export async function confirmWaiting(
  transaction: Kysely<Tables>,
  accountId: number,
  place: SlotPlace,
  audit: AuditContext,
  confirmation: Confirmation,
): Promise<void> {
  const { bookingId, contactId, at, promotion } = confirmation;
  await transaction
    .updateTable("booking")
    .set({ booking_status: "CONFIRMED", booked_at: at })
    .where("account_id", "=", accountId)
    .where("contact_id", "=", contactId)
    .where("slot_starting_at", "=", place.startingAt)
    .where("id", "=", bookingId)
    .execute();
  await recordStatusEvent(transaction, accountId, audit, {
    bookingId,
    kind: "promoted",
    status: "CONFIRMED",
    at,
    details: {
      booking_status: ["WAITLIST", "CONFIRMED"],
      has_limited_capacity: confirmation.hasLimitedCapacity,
      seats_taken: promotion.seatsTaken,
      ...(confirmation.automatic && { automatic: true }),
      // The law `nobody-overtaken` looks for exactly this.
      ...(promotion.overtaking && { overtaking: true }),
    },
  });
}
