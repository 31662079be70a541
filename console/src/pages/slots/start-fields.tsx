import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { clockPattern } from "./clock-pattern.ts";
import { startsOf } from "./typed-start.ts";

interface TypedStart {
  readonly day: string;
  readonly time: string;
  /** Which of two instants, where clocks show the time twice. */
  readonly which: number;
}

/** A day and a time as clocks in the zone show them. */
export function StartFields({
  typed: { day, time, which },
  zone,
  onChange,
  children,
}: {
  readonly typed: TypedStart;
  readonly zone: string;
  readonly onChange: (next: Partial<TypedStart>) => void;
  readonly children?: ReactNode;
}) {
  const starts = startsOf(day, time, zone);
  return (
    <>
      <div className="grid-small">
        <TextField
          name="day"
          label={t("Day")}
          type="date"
          required
          value={day}
          onChange={({ target }) => onChange({ day: target.value, which: 0 })}
        />
        <TextField
          name="time"
          label={t("Time")}
          placeholder="14:30"
          pattern={clockPattern}
          required
          value={time}
          wrong={
            starts?.length === 0
              ? t("Clocks in {zone} jump over this time on that day: choose another.", { zone })
              : null
          }
          onChange={({ target }) => onChange({ time: target.value, which: 0 })}
        />
        {children}
      </div>
      {starts !== null && starts.length > 1 && (
        <SelectField
          name="which"
          label={t("Which of the two")}
          hint={t("Clocks go back on that day and show this time twice.")}
          value={which}
          onChange={({ target }) => onChange({ which: Number(target.value) })}
        >
          {starts.map((each, index) => (
            <option key={each} value={index}>
              {instantWords(new Date(each).toISOString(), zone, "time")},{" "}
              {index === 0 ? t("the first") : t("the second")}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
