import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { SelectField, TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { ActivityField } from "./activity-field.tsx";
import { clockChanges } from "./clock-changes.ts";
import { LengthByField, type LengthBy } from "./length-by-field.tsx";
import { LengthField } from "./length-field.tsx";
import { lengthIn, usualLength } from "./typed-length.ts";
import { LimitFields, useLimitedTypes } from "./limit-fields.tsx";
import { limitsIn, type TypedLimits } from "./typed-limits.ts";
import type { Choice, Place } from "./use-place.ts";
import { OverlapNote } from "./overlap-note.tsx";
import type { Overlap } from "./overlap-words.ts";
import { StartFields } from "./start-fields.tsx";
import { startsOf } from "./typed-start.ts";
import { useSlotPlace } from "./use-slot-place.ts";

/** Where in the calendar a slot is to be added; what is absent is asked for. */
export interface AddSlotAt {
  readonly day?: string;
  readonly hour?: number;
}

/** One slot, at a time as clocks in the campaign's zone show it. */
export function AddSlotDialog({
  place,
  at,
  onClose,
}: {
  readonly place: Place;
  readonly at: AddSlotAt;
  readonly onClose: () => void;
}) {
  const add = useAddSlot(place, onClose);
  const { activity, setActivity, hosts } = useSlotPlace(place);
  const [start, setStart] = useState(() => ({
    day: at.day ?? "",
    time: at.hour === undefined ? "" : `${String(at.hour).padStart(2, "0")}:00`,
    which: 0,
  }));
  const types = useLimitedTypes(place.interaction, activity);
  const [limits, setLimits] = useState<TypedLimits>({});
  const [length, setLength] = useState(usualLength);
  const [lengthBy, setLengthBy] = useState<LengthBy>("minutes");
  const startsAt = startsOf(start.day, start.time, place.zone)?.[start.which];
  const asksBy = length.by !== "none" && mayCrossChange(startsAt, place.zone);
  const submit = (typed: FormData) => {
    if (startsAt === undefined) return;
    add.submit(startsAt, {
      activity,
      host: textIn(typed, "host"),
      capacity: Number(textIn(typed, "capacity")),
      ticket_types: limitsIn(limits, types),
      ...lengthIn(length),
      ...(asksBy && { length_by: lengthBy }),
    });
  };
  return (
    <FormDialog
      title={t("Add one slot")}
      description={t("The time is one of clocks in {zone}.", { zone: place.zone })}
      submit={add.overlap === null ? t("Add slot") : t("Add slot anyway")}
      busy={add.isPending}
      onEdit={add.onEdit}
      error={add.error}
      disabled={hosts === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActivityField place={place} activity={activity} onChange={setActivity} />
      <HostField key={activity} hosts={hosts ?? []} host={place.host} />
      <StartFields
        typed={start}
        zone={place.zone}
        onChange={(next) => setStart({ ...start, ...next })}
      >
        <TextField
          name="capacity"
          label={t("Capacity")}
          type="number"
          min={0}
          required
          hint={t("How many seats there are.")}
        />
      </StartFields>
      <div className="grid-small">
        <LengthField typed={length} onChange={setLength} />
        {asksBy && <LengthByField by={lengthBy} onChange={setLengthBy} />}
      </div>
      <LimitFields types={types} typed={limits} onChange={setLimits} />
      <OverlapNote overlap={add.overlap} zone={place.zone} />
    </FormDialog>
  );
}

/** The longest slot. */
const longestMs = 1440 * 60_000;

/** Whether clocks change within the time that a slot from here may take. */
function mayCrossChange(startsAt: number | undefined, zone: string): boolean {
  return startsAt !== undefined && clockChanges(startsAt, startsAt + longestMs, zone).length > 0;
}

function HostField({ hosts, host }: { readonly hosts: readonly Choice[]; readonly host: string }) {
  if (hosts.length === 0) return null;
  return (
    <SelectField name="host" label={t("Host")} defaultValue={host}>
      {hosts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type NewSlot = NonNullable<Operations["addSlots"]["body"]>;

/**
 * Adds the slot, tells when it is, and then calls `onAdded`. Where the host has another slot then, `overlap` says so
 * first, and the same again adds it.
 */
function useAddSlot({ interaction, zone }: Place, onAdded: () => void) {
  const account = useAccount();
  const { mutate, isPending, error } = useChange("addSlots");
  const [overlap, setOverlap] = useState<Overlap | null>(null);
  const submit = (
    start: number,
    { host, ...slot }: Omit<NewSlot, "interaction" | "starting_at"> & { readonly host: string },
  ) => {
    const at = new Date(start).toISOString();
    const body = { interaction, ...slot, ...(host !== "" && { host }), starting_at: [at] };
    const add = () =>
      mutate(
        { path: account, body },
        {
          onSuccess: ({ body: { created } }) => {
            const when = instantWords(at, zone);
            tell(
              created.length > 0
                ? t("Slot added: {when}.", { when })
                : t("There was a slot already: {when}. It stays as it is.", { when }),
            );
            onAdded();
          },
        },
      );
    if (overlap !== null || host === "") return add();
    mutate(
      { path: account, body: { ...body, dry_run: true } },
      {
        onSuccess: ({ body: looked }) =>
          looked.overlap === null ? add() : setOverlap(looked.overlap),
      },
    );
  };
  return { submit, isPending, error, overlap, onEdit: () => setOverlap(null) };
}
