import { t } from "../../language/t.ts";
import { Choices } from "../../kit/choices.tsx";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";
import { ActivityField } from "./activity-field.tsx";
import { weekdays, type PatternForm } from "./pattern-words.ts";
import { clockPattern } from "./clock-pattern.ts";
import { LengthByField } from "./length-by-field.tsx";
import { LengthField } from "./length-field.tsx";
import { LimitFields } from "./limit-fields.tsx";
import type { LimitedType } from "./typed-limits.ts";
import type { Choice, Place } from "./use-place.ts";

/** The fields of a weekly pattern: weekdays, times, first and last day, capacity. */
export function PatternFields({
  place,
  activity,
  onActivity,
  hosts,
  types,
  chosen,
  onChosen,
  form,
  wrongTimes,
  onForm,
}: {
  readonly place: Place;
  readonly activity: string;
  readonly onActivity: (activity: string) => void;
  readonly hosts: readonly Choice[];
  readonly types: readonly LimitedType[];
  readonly chosen: readonly string[];
  readonly onChosen: (hosts: readonly string[]) => void;
  readonly form: PatternForm;
  readonly wrongTimes: string | null;
  readonly onForm: (form: PatternForm) => void;
}) {
  const change = (words: Partial<PatternForm>) => onForm({ ...form, ...words });
  return (
    <>
      <ActivityField place={place} activity={activity} onChange={onActivity} />
      {hosts.length > 0 && (
        <Choices legend={t("Hosts, each of whom gets these slots")}>
          {hosts.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={() => onChosen(toggled(chosen, id))}
            />
          ))}
        </Choices>
      )}
      <Choices legend={t("Days of the week")}>
        {weekdays.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={form.days.includes(id)}
            onChange={() => change({ days: toggled(form.days, id) })}
          />
        ))}
      </Choices>
      <DayFields form={form} onChange={change} />
      <TimeFields form={form} wrongTimes={wrongTimes} onChange={change} />
      <ExceptFields form={form} onChange={change} />
      <div className="grid-small">
        {form.by !== "whole" && (
          <LengthField typed={form.length} onChange={(length) => change({ length })} />
        )}
        <LengthByField by={form.lengthBy} onChange={(lengthBy) => change({ lengthBy })} />
      </div>
      <LimitFields types={types} typed={form.limits} onChange={(limits) => change({ limits })} />
    </>
  );
}

interface PartProps {
  readonly form: PatternForm;
  readonly onChange: (words: Partial<PatternForm>) => void;
}

function DayFields({ form, onChange }: PartProps) {
  return (
    <div className="grid-small">
      <TextField
        label={t("First day")}
        type="date"
        required
        value={form.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label={t("Last day")}
        type="date"
        required
        min={form.from}
        value={form.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
      <TextField
        label={t("Capacity")}
        type="number"
        min={0}
        required
        hint={t("Seats of each slot.")}
        value={form.capacity}
        onChange={({ target }) => onChange({ capacity: target.value })}
      />
    </div>
  );
}

const ways: readonly { readonly by: PatternForm["by"]; readonly name: string }[] = [
  { by: "every", name: t("At regular distances") },
  { by: "whole", name: t("One slot, as long as the range") },
  { by: "list", name: t("At these times") },
];

/** A whole range ends when the clock says so, any other slot after its minutes. */
function wayOf(value: string): Pick<PatternForm, "by" | "lengthBy"> {
  const by = ways.find((way) => way.by === value)?.by ?? "every";
  return { by, lengthBy: by === "whole" ? "clock" : "minutes" };
}

function TimeFields({
  form,
  wrongTimes,
  onChange,
}: PartProps & { readonly wrongTimes: string | null }) {
  return (
    <div className="grid-small">
      <SelectField
        label={t("Times")}
        value={form.by}
        onChange={({ target }) => onChange(wayOf(target.value))}
      >
        {ways.map(({ by, name }) => (
          <option key={by} value={by}>
            {name}
          </option>
        ))}
      </SelectField>
      {form.by === "list" ? (
        <TextField
          label={t("These times")}
          required
          placeholder="09:30, 11:00, 14:15"
          value={form.list}
          wrong={wrongTimes}
          onChange={({ target }) => onChange({ list: target.value })}
        />
      ) : (
        <>
          <TextField
            label={t("First start")}
            placeholder="14:30"
            pattern={clockPattern}
            required
            value={form.first}
            onChange={({ target }) => onChange({ first: target.value })}
          />
          <TextField
            label={form.by === "whole" ? t("End") : t("Starts before")}
            required
            pattern={`${clockPattern}|24:00`}
            hint={t("24:00 is the end of the day; a time before the first is on the next day.")}
            value={form.end}
            onChange={({ target }) => onChange({ end: target.value })}
          />
          {form.by === "every" && (
            <TextField
              label={t("Every … minutes")}
              type="number"
              min={1}
              max={1440}
              required
              value={form.everyMinutes}
              onChange={({ target }) => onChange({ everyMinutes: target.value })}
            />
          )}
        </>
      )}
    </div>
  );
}

function ExceptFields({ form, onChange }: PartProps) {
  return (
    <div className="grid-small">
      <TextField
        name="except"
        label={t("Days without slots")}
        placeholder="2031-12-25, 2031-12-24..2032-01-01"
        value={form.except}
        onChange={({ target }) => onChange({ except: target.value })}
      />
      <TextField
        name="except_file"
        className="input file-input"
        type="file"
        label={t("A file of such days")}
        accept=".txt,.ics,text/plain,text/calendar"
        hint={t("One day a line, or a calendar of holidays (.ics).")}
        onChange={({ target }) =>
          void Promise.resolve(target.files?.[0]?.text() ?? "").then((exceptFile) =>
            onChange({ exceptFile }),
          )
        }
      />
    </div>
  );
}

function toggled<T>(all: readonly T[], one: T): readonly T[] {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one];
}
