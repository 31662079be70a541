import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { useAccount } from "../../shell/account.ts";
import { namedSlot } from "../slot/named-slot.ts";
import { admissionHint, seatsLeft, type Wanted } from "./admission-hint.ts";

/** Where a slot is chosen; `isWhole` once the activity's host, if it has any, is chosen too. */
export interface SlotScope {
  readonly interaction: string;
  readonly activity: string;
  readonly host: string;
  readonly zone: string;
  readonly isWhole: boolean;
}

/** A first day, and a slot from that day on, with the status that a booking of it would get. */
export function SlotChoice({
  scope,
  wanted,
  nameOfType,
  value,
  offers = () => true,
  onChoose,
}: {
  readonly scope: SlotScope;
  readonly wanted: Wanted;
  readonly nameOfType: (id: string) => string;
  /** The start of the chosen slot; empty where none is. */
  readonly value: string;
  readonly offers?: (slot: Slot) => boolean;
  readonly onChoose: (startingAt: string) => void;
}) {
  // A slot that is chosen at first is among those of its own day.
  const [first] = useState(value);
  const [typed, setDay] = useState<string | null>(null);
  const day = typed ?? (first === "" ? "" : dayIn(scope.zone, Date.parse(first)));
  const [now] = useState(Date.now);
  const { slots: found, isAsked } = useSlots(scope, day);
  const slots = found.filter(offers);
  const slot = slots.find(({ starting_at }) => starting_at === value);
  const waitlist = useWaitlist(slot);
  return (
    <div className="book-slot">
      <TextField
        label={t("From day")}
        type="date"
        hint={day === "" ? t("Today") : undefined}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <SelectField
        name="slot_starting_at"
        label={t("Slot (times in {zone})", { zone: scope.zone })}
        required
        disabled={!scope.isWhole}
        hint={slot && admissionHint(slot, wanted, waitlist)}
        value={slot?.starting_at ?? ""}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">
          {scope.isWhole && isAsked && slots.length === 0
            ? t("No slots from that day on")
            : t("Choose…")}
        </option>
        {slots.map((each) => (
          <option key={each.starting_at} value={each.starting_at}>
            {t("{what}: {said}", {
              what: instantWords(each.starting_at, scope.zone),
              said: seatsLeft(each, wanted, nameOfType),
            })}
            {Date.parse(each.starting_at) <= now
              ? `, ${t("past")}`
              : each.availability[wanted.ticketType]?.bookable === false &&
                `, ${t("not bookable now")}`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Who waits for a slot; null while it is not known. */
function useWaitlist(slot: Slot | undefined) {
  const account = useAccount();
  const waits = slot !== undefined && slot.waiting_tickets > 0;
  const named = slot === undefined ? emptySlot : slot;
  const { data } = useApiQuery("showWaitlist", namedSlot(account, named), { enabled: waits });
  return data?.body.items ?? null;
}

const emptySlot = { interaction: "", activity: "", starting_at: "" };

function useSlots(
  { interaction, activity, host, zone, isWhole }: SlotScope,
  day: string,
): { readonly slots: readonly Slot[]; readonly isAsked: boolean } {
  const path = useAccount();
  const from = boundsOfDay(day === "" ? dayIn(zone, Date.now()) : day, zone).from;
  const query = {
    interaction,
    activity,
    ...(host !== "" && { host }),
    from: new Date(from).toISOString(),
    limit: 200,
  };
  const { data } = useApiQuery("listSlots", { path, query }, { enabled: isWhole });
  return { slots: data?.body.items ?? [], isAsked: data !== undefined };
}
