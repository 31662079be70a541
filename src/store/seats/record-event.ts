import type { Kysely } from "kysely";
import type { BookingStatus } from "../../domain/booking.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";

/** A status that a booking gets when it comes in or moves up. */
export interface StatusEvent {
  readonly bookingId: string;
  readonly kind: "booked" | "promoted";
  readonly status: BookingStatus;
  readonly at: number;
  readonly details: object;
}

/** Adds an event to a booking's history. It is written down when it takes effect: see `statusTime`. */
export async function recordStatusEvent(
  transaction: Kysely<Tables>,
  accountId: number,
  audit: AuditContext,
  { bookingId, kind, status, at, details }: StatusEvent,
): Promise<void> {
  await transaction
    .insertInto("booking_event")
    .values((values) => ({
      account_id: accountId,
      booking_id: bookingId,
      number: values
        .selectFrom("booking_event")
        .select((select) =>
          select(select.fn.coalesce(select.fn.max("number"), select.lit(0)), "+", select.lit(1)).as(
            "next",
          ),
        )
        .where("account_id", "=", accountId)
        .where("booking_id", "=", bookingId),
      kind,
      booking_status: status,
      at,
      recorded_at: at,
      actor: audit.actor,
      request_id: audit.requestId ?? null,
      details: JSON.stringify(details),
    }))
    .execute();
}
