import { useState } from "react";
import { dayIn } from "../../kit/zoned-day.ts";
import { useAccount } from "../../shell/account.ts";
import { AlsoSlotsDialog, slotsOfOtherLength, type SlotsPlace } from "./also-slots-dialog.tsx";

/**
 * Asks, after a length was saved, about the existing slots that last otherwise. `question` is the dialogue in place of
 * the one that saved; null where there is nothing to ask.
 */
export function useAlsoSlots(zone: string, onClose: () => void) {
  const account = useAccount();
  const [asked, setAsked] = useState<SlotsPlace | null>(null);
  const ask = (place: SlotsPlace, before: number | null | undefined) => {
    if ((before ?? null) === place.slot_duration_in_minutes) return onClose();
    // The length is saved: where the slots cannot be read, nothing is asked.
    slotsOfOtherLength(account, place, dayIn(zone, Date.now())).then(
      ({ slots }) => (slots.length > 0 ? setAsked(place) : onClose()),
      onClose,
    );
  };
  const question =
    asked === null ? null : <AlsoSlotsDialog place={asked} zone={zone} onClose={onClose} />;
  return { question, ask };
}
