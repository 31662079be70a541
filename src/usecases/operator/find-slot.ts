import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { NamedSlot } from "../../store/bookings/named-slot.ts";
import type { SlotDetails } from "../../store/bookings/slot-details.ts";

/** One slot with its seats and the tickets that wait. */
export async function findSlot(
  door: Pick<AccountStore, "findSlots">,
  { startingAt, hostId, ...named }: NamedSlot,
): Promise<SlotDetails | Refused<SeatRefusal>> {
  const at = { from: startingAt, to: startingAt, hostId: hostId ?? "", limit: 1 };
  const [slot] = await door.findSlots({ ...named, ...at });
  return slot ?? { refused: { why: "not-in-catalogue", field: "slot" } };
}
