import type { BookingId } from "../../domain/booking.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { TalliedSlot } from "../../domain/report.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { NamedSlot } from "../write/named-slot.ts";
import type { AddedSlots, NewSlots, OtherZone } from "../slots/add-slots.ts";
import type { CapacityChange, CapacityOrder } from "../slots/capacity.ts";
import type { SlotChanged, SlotChangeOrder } from "../slots/change-slot.ts";
import type { Closing, ClosingOrder } from "../slots/close-slot.ts";
import type { Arrivals, SlotDetails, SlotFilter, WaitingState } from "../slots/slot-details.ts";
import type { LengthChange, LengthOrder } from "../slots/slot-lengths.ts";
import type { TallyFilter } from "../slots/slot-tallies.ts";

export type { NamedSlot } from "../write/named-slot.ts";
export type { AddedSlots, NewSlots, OtherZone } from "../slots/add-slots.ts";
export type { SlotDetails } from "../slots/slot-details.ts";
export type { LengthChange } from "../slots/slot-lengths.ts";

/** An account's slots: added here, by the catalogue or an import, changed while they have bookings, closed, and removed before they are booked. */
export interface SlotsDoor {
  /** By start, then campaign, activity and host. */
  readonly findSlots: (filter: SlotFilter) => Promise<SlotDetails[]>;
  /** What a report counts of each slot, in portions, of one moment. */
  readonly tallySlots: (filter: TallyFilter) => AsyncGenerator<readonly TalliedSlot[]>;
  /** The slot of a booking with its waitlist; null where there is no such booking. */
  readonly readWaitingState: (bookingId: BookingId) => Promise<WaitingState | null>;
  /** The slot of these names with its waitlist. */
  readonly readSlotWaiting: (named: NamedSlot) => Promise<WaitingState | Refused<SeatRefusal>>;
  readonly readArrivals: (named: NamedSlot) => Promise<Arrivals | Refused<SeatRefusal>>;
  /** Adds the slots that do not exist yet, all or none, and none where the campaign's zone is not the one meant. */
  readonly addSlots: (
    audit: AuditContext,
    order: NewSlots,
  ) => Promise<AddedSlots | OtherZone | Refused<SeatRefusal>>;
  /** Added seats go to the waitlist (decision A40). */
  readonly changeCapacity: (
    audit: AuditContext,
    order: CapacityOrder,
  ) => Promise<CapacityChange | Refused<SeatRefusal>>;
  /** Gives a slot another host, start or length, with all that it has. */
  readonly changeSlot: (
    audit: AuditContext,
    order: SlotChangeOrder,
  ) => Promise<SlotChanged | Refused<SeatRefusal>>;
  /** Sets the capacity to 0 and cancels the bookings, whatever the cut-off says. */
  readonly closeSlot: (
    audit: AuditContext,
    order: ClosingOrder,
  ) => Promise<Closing | Refused<SeatRefusal>>;
  /** Changes how long slots last that are made later, and on request those that exist (A75, A95). */
  readonly changeLength: (
    audit: AuditContext,
    order: LengthOrder,
  ) => Promise<LengthChange | OtherZone | Refused<SeatRefusal>>;
}
