import { t } from "../../language/t.ts";
import { SelectField } from "../../kit/field.tsx";
import type { Place } from "./use-place.ts";

export function ActivityField({
  place,
  activity,
  onChange,
}: {
  readonly place: Place;
  readonly activity: string;
  readonly onChange: (activity: string) => void;
}) {
  return (
    <SelectField
      label={t("Activity")}
      value={activity}
      onChange={({ target }) => onChange(target.value)}
    >
      {place.activities.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
