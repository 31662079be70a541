import { formatInstant } from "../../../domain/instant.ts";
import { excessSeats, freeSeats } from "../../../domain/seats.ts";
import type { Arrivals } from "../../../store/seats/read-arrivals.ts";
import type { SlotDetails } from "../../../store/seats/find-slots.ts";
import type { AddedSlots } from "../../../store/seats/add-slots.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { AddedSlots as Added, Arrivals as Arrived, Slot } from "./slot-schema.ts";

export function slotToJson({
  seats,
  ...slot
}: SlotDetails): Omit<Sent<typeof Slot>, "timezone" | "etag"> {
  return {
    interaction: slot.publicKey,
    activity: slot.activityId,
    ...(slot.hostId !== null && { host: slot.hostId }),
    starting_at: formatInstant(slot.startingAt),
    capacity: seats.capacity,
    taken: seats.taken,
    free: freeSeats(seats),
    overbooked_by: excessSeats(seats),
    waiting_tickets: slot.waitingTickets,
  };
}

export function addedToJson({
  created,
  existing,
}: AddedSlots): Omit<Sent<typeof Added>, "dry_run"> {
  return { created: created.map(formatInstant), existing: existing.map(formatInstant) };
}

export function arrivalsToJson({ expected, checkIns }: Arrivals): Sent<typeof Arrived> {
  return { expected, arrived: checkIns.length, check_ins: checkIns.map(formatInstant) };
}
