import type { Because } from "../../domain/because.ts";
import type { BookingChange } from "../../domain/booking.ts";
import { markCancelled } from "../../domain/cancel-rules.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import type { LoadedBooking } from "../write/load.ts";
import { rowsOfBatch } from "./decide-batch.ts";

/** A locked booking, and its cancel. */
export interface Cancelled extends LoadedBooking {
  readonly change: BookingChange;
}

/** Cancels locked bookings, which all may be cancelled. Those that free seats know their slot's seats. */
export function cancelLocked(
  bookings: readonly LoadedBooking[],
  audit: AuditContext,
  { because, reason }: { readonly because: Because; readonly reason: string | null },
): { readonly rows: BatchRows; readonly cancelled: readonly Cancelled[] } {
  const { actor, now, requestId = null } = audit;
  const cancelled = bookings.map((found) => ({
    ...found,
    change: markCancelled(found.booking, now),
  }));
  const changes = cancelled.map(({ booking, change }) => ({
    order: { bookingId: booking.id, actor, requestId, now, idempotencyKey: null, reason, because },
    change,
  }));
  const standing = new Map(bookings.map((found) => [found.booking.id as string, found]));
  const decided = { answers: [], changes, records: [], expired: [], repeated: null };
  return { rows: rowsOfBatch(decided, standing)?.rows ?? {}, cancelled };
}
