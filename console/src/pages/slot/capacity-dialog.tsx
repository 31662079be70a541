import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations, Slot } from "../../api/operations.ts";
import { CheckField, TextField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import { namedSlot } from "./named-slot.ts";
import { capacityConsequences } from "./capacity-consequences.ts";

/** Changes a slot's capacity, and shows the consequences first. */
export function CapacityDialog({
  slot,
  automatic,
  onClose,
}: {
  readonly slot: Slot;
  /** Whether the campaign promotes by itself. */
  readonly automatic: boolean;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const [capacity, setCapacity] = useState(String(slot.capacity));
  const [overbook, setOverbook] = useState(false);
  const named = namedSlot(account, slot);
  const wanted = Number(capacity);
  const { words, overbooks } = capacityConsequences(slot, wanted, automatic);
  const guarded = useGuardedSave<Slot>({
    thing: slot,
    read: () => callApi("showSlot", named),
    put: async (condition) => {
      const { body: changed } = await callApi("changeSlotCapacity", {
        ...named,
        ...condition,
        body: { capacity: wanted, ...(overbooks && overbook && { overbook }) },
      });
      tell(changedWords(changed));
    },
    onSaved: onClose,
  });
  return (
    <GuardedDialog
      title={t("Change capacity")}
      description={t("{taken} of {capacity} seats are taken.", {
        taken: slot.taken,
        capacity: slot.capacity,
      })}
      submit={t("Change capacity")}
      guarded={guarded}
      disabled={overbooks && !overbook}
      onClose={onClose}
    >
      <TextField
        name="capacity"
        label={t("Capacity")}
        type="number"
        min={0}
        max={2_147_483_647}
        required
        value={capacity}
        onChange={({ target }) => setCapacity(target.value)}
      />
      <Consequences words={words} />
      {overbooks && (
        <CheckField
          label={t("Overbook on purpose by {over}; it is recorded", {
            over: slot.taken - wanted,
          })}
          checked={overbook}
          onChange={({ target }) => setOverbook(target.checked)}
        />
      )}
      <LostUpdate
        of={guarded}
        describe={(each) => ({ Capacity: String(each.capacity) })}
        canTake={false}
      />
    </GuardedDialog>
  );
}

function changedWords({
  capacity_before: before,
  capacity: now,
  promoted,
}: Operations["changeSlotCapacity"]["answer"]): string {
  return promoted > 0
    ? t("Capacity changed from {before} to {now}. {promoted} moved up from the waitlist.", {
        before,
        now,
        promoted,
      })
    : t("Capacity changed from {before} to {now}.", { before, now });
}

function Consequences({ words }: { readonly words: readonly string[] }) {
  return (
    <ul className="capacity-consequences" aria-label={t("What comes of it")}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
