import type { SlotDetails } from "../../../store/seats/find-slots.ts";
import { slotToJson } from "./slot-to-json.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { Slot } from "./slot-schema.ts";
import { etagOf } from "../../../operations/precondition.ts";

/** A slot in answers of the API, in lists and alone. */
export function shownSlot(slot: SlotDetails): Sent<typeof Slot> {
  return { ...slotToJson(slot), timezone: slot.timezone, etag: etagOfSeats(slot.seats) };
}

/** A booking made meanwhile does not prevent a change of the capacity. */
export function etagOfSeats({ capacity }: SlotDetails["seats"]): string {
  return etagOf({ capacity });
}
