import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations, Slot } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { CheckField, TextField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate, type Described } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import { LimitFields, useLimitedTypes } from "../slots/limit-fields.tsx";
import { limitsIn, type LimitedType, type TypedLimits } from "../slots/typed-limits.ts";
import { namedSlot } from "./named-slot.ts";
import {
  capacityConsequences,
  limitConsequences,
  type WaitlistPromotion,
} from "./capacity-consequences.ts";

/** Changes a slot's capacity, its length and its limits of single ticket types, and shows the consequences first. */
export function CapacityDialog({
  slot,
  taken,
  promotion,
  onClose,
}: {
  readonly slot: Slot;
  /** The live tickets of types without a limit; null where they are not known. */
  readonly taken: ReadonlyMap<string, number> | null;
  readonly promotion: WaitlistPromotion;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const types = useLimitedTypes(slot.interaction, slot.activity);
  const [typed, setTyped] = useState<Typed>(() => typedOf(slot));
  const [overbook, setOverbook] = useState(false);
  const named = namedSlot(account, slot);
  const change = changeOf(slot, typed, types);
  const { words, overbooks } = consequencesOf(slot, change, { types, taken, promotion });
  const guarded = useGuardedSave<Slot>({
    thing: slot,
    read: () => callApi("showSlot", named),
    put: async (condition) => {
      const body = { ...change, ...(overbook && { overbook }) };
      const { body: changed } = await callApi("changeSlotCapacity", {
        ...named,
        ...condition,
        body,
      });
      tell(changedWords(changed));
    },
    onSaved: onClose,
  });
  // The tickets of a type without a limit may be unknown here; the service knows them.
  const isRefused =
    guarded.error instanceof ProblemError && guarded.error.problem === "capacity-below-taken";
  return (
    <GuardedDialog
      title={t("Change slot")}
      description={t("{taken} of {capacity} seats are taken.", {
        taken: slot.taken,
        capacity: slot.capacity,
      })}
      submit={t("Change slot")}
      guarded={guarded}
      disabled={overbooks && !overbook}
      onClose={onClose}
    >
      <SlotFields typed={typed} types={types} onChange={setTyped} />
      <Consequences words={words} />
      {(overbooks || isRefused || overbook) && (
        <CheckField
          label={overbookWords(slot, change)}
          checked={overbook}
          onChange={({ target }) => setOverbook(target.checked)}
        />
      )}
      <LostUpdate of={guarded} describe={(each) => describe(each, types)} canTake={false} />
    </GuardedDialog>
  );
}

interface Typed {
  readonly capacity: string;
  readonly minutes: string;
  readonly limits: TypedLimits;
}

function typedOf({
  capacity,
  slot_duration_in_minutes: minutes,
  ticket_types: types,
}: Slot): Typed {
  return {
    capacity: String(capacity),
    minutes: String(minutes ?? ""),
    limits: Object.fromEntries(
      Object.entries(types).flatMap(([id, { own, capacity: limit }]) =>
        own ? [[id, String(limit)] as const] : [],
      ),
    ),
  };
}

type Change = NonNullable<Operations["changeSlotCapacity"]["body"]>;

/** What is asked of the service: of length and limits only what differs from the slot that is shown. */
function changeOf(slot: Slot, typed: Typed, types: readonly LimitedType[]): Change {
  const minutes = typed.minutes === "" ? null : Number(typed.minutes);
  const changed = Object.entries(limitsIn(typed.limits, types)).filter(
    ([id, limit]) => limit !== ownLimit(slot, id),
  );
  return {
    capacity: Number(typed.capacity),
    ...(minutes !== slot.slot_duration_in_minutes && { slot_duration_in_minutes: minutes }),
    ...(changed.length > 0 && { ticket_types: Object.fromEntries(changed) }),
  };
}

function ownLimit({ ticket_types: types }: Slot, id: string): number | null {
  const limit = types[id];
  return limit?.own === true ? limit.capacity : null;
}

function consequencesOf(
  slot: Slot,
  { capacity, ticket_types: limits = {}, ...more }: Change,
  {
    types,
    taken,
    promotion,
  }: {
    readonly types: readonly LimitedType[];
    readonly taken: ReadonlyMap<string, number> | null;
    readonly promotion: WaitlistPromotion;
  },
) {
  const ofTypes = types
    .filter(({ id }) => id in limits)
    .map(({ id, name, perSlot }) =>
      limitConsequences({
        name,
        taken: slot.ticket_types[id]?.taken ?? taken?.get(id) ?? (taken === null ? null : 0),
        before: slot.ticket_types[id]?.capacity ?? null,
        wanted: limits[id] ?? perSlot,
      }),
    );
  const length = lengthWords(more.slot_duration_in_minutes);
  const isOther = ofTypes.length > 0 || length.length > 0;
  const ofSeats =
    isOther && capacity === slot.capacity ? [] : [capacityConsequences(slot, capacity, promotion)];
  const all = [...ofSeats, ...ofTypes];
  return {
    words: [...all.flatMap(({ words }) => words), ...length],
    overbooks: all.some(({ overbooks }) => overbooks),
  };
}

function lengthWords(minutes: number | null | undefined): readonly string[] {
  if (minutes === undefined) return [];
  return minutes === null
    ? [t("Its bookings show no length any more.")]
    : [t("Its bookings show {minutes, plural, one {# minute} other {# minutes}}.", { minutes })];
}

function SlotFields({
  typed,
  types,
  onChange,
}: {
  readonly typed: Typed;
  readonly types: readonly LimitedType[];
  readonly onChange: (typed: Typed) => void;
}) {
  return (
    <>
      <div className="grid-small">
        <TextField
          name="capacity"
          label={t("Capacity")}
          type="number"
          min={0}
          max={2_147_483_647}
          required
          value={typed.capacity}
          onChange={({ target }) => onChange({ ...typed, capacity: target.value })}
        />
        <TextField
          name="slot_duration_in_minutes"
          label={t("Length in minutes")}
          hint={t("Empty: no set length.")}
          type="number"
          min={1}
          max={1440}
          value={typed.minutes}
          onChange={({ target }) => onChange({ ...typed, minutes: target.value })}
        />
      </div>
      <LimitFields
        types={types}
        typed={typed.limits}
        onChange={(limits) => onChange({ ...typed, limits })}
      />
    </>
  );
}

function overbookWords({ taken }: Slot, { capacity }: Change): string {
  return capacity < taken
    ? t("Overbook on purpose by {over}; it is recorded", { over: taken - capacity })
    : t("Overbook a ticket type on purpose; it is recorded");
}

function describe(slot: Slot, types: readonly LimitedType[]): Described {
  const limits = types.map(({ id, name }) => [name, String(ownLimit(slot, id) ?? "")] as const);
  return {
    [t("Capacity")]: String(slot.capacity),
    [t("Length in minutes")]: String(slot.slot_duration_in_minutes ?? ""),
    ...Object.fromEntries(limits),
  };
}

function changedWords({
  capacity_before: before,
  capacity: now,
  promoted,
}: Operations["changeSlotCapacity"]["answer"]): string {
  const changed =
    before === now
      ? t("The slot is changed.")
      : t("Capacity changed from {before} to {now}.", { before, now });
  return promoted > 0
    ? `${changed} ${t("{promoted} moved up from the waitlist.", { promoted })}`
    : changed;
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
