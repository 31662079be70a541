import type { BookingStatus } from "../../domain/booking.ts";
import { carriedForward } from "../../domain/clock.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { placeInHistory, type MovedPlace } from "./events.ts";

/** Makes the history event of a booking whose slot begins at another instant: its seats and its place in line stay. */
export function eventOfNewStart(
  booking: {
    readonly id: string;
    readonly status: BookingStatus;
    readonly bookedAt: number;
    readonly ticketTypeId: string;
    readonly isLimited: boolean;
    readonly lastEvent: number;
  },
  slot: Pick<MovedPlace, "activityId" | "hostId"> & {
    readonly before: number;
    readonly startingAt: number;
  },
  audit: AuditContext,
) {
  const { id, status, bookedAt, ticketTypeId } = booking;
  const details = {
    booking_status: [status, status],
    from: placeInHistory({ ...slot, startingAt: slot.before }, ticketTypeId),
    to: placeInHistory(slot, ticketTypeId),
    has_limited_capacity: booking.isLimited,
    seats_freed: 0,
    seats_taken: 0,
    // The invariant `nobody-overtaken` reads this detail.
    same_slot: true,
  };
  return {
    booking_id: id,
    number: booking.lastEvent + 1,
    kind: "moved" as const,
    booking_status: status,
    at: bookedAt,
    recorded_at: carriedForward(audit.now, bookedAt),
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: JSON.stringify(details),
  };
}
