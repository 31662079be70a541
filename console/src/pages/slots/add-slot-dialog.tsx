import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { SelectField, TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { wordsOf } from "../../kit/words-of.ts";
import { instantsOf } from "../../../../src/domain/local-time.ts";
import { useAccount } from "../../shell/account.ts";
import { ActivityField } from "./activity-field.tsx";
import { LengthField } from "./length-field.tsx";
import { lengthIn, usualLength } from "./typed-length.ts";
import { LimitFields, useLimitedTypes } from "./limit-fields.tsx";
import { limitsIn, type TypedLimits } from "./typed-limits.ts";
import type { Choice, Place } from "./use-place.ts";
import { clockPattern } from "./clock-pattern.ts";
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
  const [day, setDay] = useState(at.day ?? "");
  const [time, setTime] = useState(
    at.hour === undefined ? "" : `${String(at.hour).padStart(2, "0")}:00`,
  );
  const types = useLimitedTypes(place.interaction, activity);
  const [limits, setLimits] = useState<TypedLimits>({});
  const [length, setLength] = useState(usualLength);
  const starts = startsOf(day, time, place.zone);
  const submit = (typed: FormData) => {
    const start = starts?.[Number(textIn(typed, "which"))];
    if (start === undefined) return;
    add.submit(start, {
      activity,
      host: textIn(typed, "host"),
      capacity: Number(textIn(typed, "capacity")),
      ticket_types: limitsIn(limits, types),
      ...lengthIn(length),
    });
  };
  return (
    <FormDialog
      title={t("Add one slot")}
      description={t("The time is one of clocks in {zone}.", { zone: place.zone })}

      submit={t("Add slot")}
      busy={add.isPending}
      error={add.error}
      disabled={hosts === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActivityField place={place} activity={activity} onChange={setActivity} />
      <HostField key={activity} hosts={hosts ?? []} host={place.host} />
      <WhenFields
        day={day}
        onDay={setDay}
        time={time}
        onTime={setTime}
        wrong={starts?.length === 0 ? skippedWords(place.zone) : null}
      />
      <WhichField starts={starts ?? []} zone={place.zone} />
      <div className="grid-small">
        <LengthField typed={length} onChange={setLength} />
      </div>
      <LimitFields types={types} typed={limits} onChange={setLimits} />
    </FormDialog>
  );
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

/** Adds the slot, tells when it is, and then calls `onAdded`. */
function useAddSlot({ interaction, zone }: Place, onAdded: () => void) {
  const account = useAccount();
  const { mutate, isPending, error } = useChange("addSlots");
  const submit = (
    start: number,
    { host, ...slot }: Omit<NewSlot, "interaction" | "starting_at"> & { readonly host: string },
  ) => {
    const at = new Date(start).toISOString();
    const body = { interaction, ...slot, ...(host !== "" && { host }), starting_at: [at] };
    mutate(
      { path: account, body },
      {
        onSuccess: ({ body: { created } }) => {
          const when = wordsOf(at, zone);
          tell(
            created.length > 0
              ? t("Slot added: {when}.", { when })
              : t("There was a slot already: {when}. It stays as it is.", { when }),
          );
          onAdded();
        },
      },
    );
  };
  return { submit, isPending, error };
}

function WhenFields({
  day,
  onDay,
  time,
  onTime,
  wrong,
}: {
  readonly day: string;
  readonly onDay: (day: string) => void;
  readonly time: string;
  readonly onTime: (time: string) => void;
  readonly wrong: string | null;
}) {
  return (
    <div className="grid-small">
      <TextField
        name="day"
        label={t("Day")}
        type="date"
        required
        value={day}
        onChange={({ target }) => onDay(target.value)}
      />
      <TextField
        name="time"
        label={t("Time")}
        placeholder="14:30"
        pattern={clockPattern}
        required
        value={time}
        wrong={wrong}
        onChange={({ target }) => onTime(target.value)}
      />
      <TextField
        name="capacity"
        label={t("Capacity")}
        type="number"
        min={0}
        required
        hint={t("How many seats there are.")}
      />
    </div>
  );
}

function skippedWords(zone: string): string {
  return t("Clocks in {zone} jump over this time on that day: choose another.", { zone });
}

/** Asks for one of two instants, where clocks show the time twice. */
function WhichField({
  starts,
  zone,
}: {
  readonly starts: readonly number[];
  readonly zone: string;
}) {
  if (starts.length < 2) return null;
  return (
    <SelectField
      name="which"
      label={t("Which of the two")}
      hint={t("Clocks go back on that day and show this time twice.")}
    >
      {starts.map((each, index) => (
        <option key={each} value={index}>
          {wordsOf(new Date(each).toISOString(), zone, "time")},{" "}
          {index === 0 ? t("the first") : t("the second")}
        </option>
      ))}
    </SelectField>
  );
}

/** The instants that a day and a time name in a zone; null while they are not yet typed. */
function startsOf(day: string, time: string, zone: string): readonly number[] | null {
  const wall = Date.parse(`${day}T${time.padStart(5, "0")}:00Z`);
  return Number.isNaN(wall) ? null : instantsOf(wall, zone);
}
