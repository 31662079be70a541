import { counted } from "../domain/counted.ts";
import { freeSeats } from "../domain/seats.ts";
import type { SlotDetails } from "../store/seats/find-slots.ts";
import type { AddedSlots } from "../store/seats/add-slots.ts";
import { formatTable } from "../operations/table.ts";

/** One slot a line, with its start in the campaign's time zone. */
export function formatSlots(slots: readonly SlotDetails[], width: number): string {
  return formatTable(
    ["start", "zone", "campaign", "activity", "host", "capacity", "taken", "free", "waiting"],
    slots.map(({ seats, ...slot }) => [
      localStart(slot.startingAt, slot.timezone),
      slot.timezone,
      slot.publicKey,
      slot.activityId,
      slot.hostId ?? "",
      String(seats.capacity),
      String(seats.taken),
      String(freeSeats(seats)),
      String(slot.waitingTickets),
    ]),
    width,
  );
}

function localStart(instant: number, timezone: string): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(instant);
}

export function addedText({ created, existing }: AddedSlots, dryRun: boolean): string {
  const left = existing.length === 0 ? "" : ` ${counted(existing.length, "slot")} existed already.`;
  return `${counted(created.length, "slot")} ${dryRun ? "would be added" : "added"}.${left}`;
}
