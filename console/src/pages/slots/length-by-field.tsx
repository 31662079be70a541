import { t } from "../../language/t.ts";
import { SelectField } from "../../kit/field.tsx";

/** Whether a slot ends when the clock says so or after its minutes, where clocks change between. */
export type LengthBy = "clock" | "minutes";

export function LengthByField({
  by,
  onChange,
}: {
  readonly by: LengthBy;
  readonly onChange: (by: LengthBy) => void;
}) {
  return (
    <SelectField
      name="length_by"
      label={t("Where clocks change during a slot")}
      value={by}
      onChange={({ target }) => onChange(target.value === "clock" ? "clock" : "minutes")}
    >
      <option value="clock">{t("it ends by the clock")}</option>
      <option value="minutes">{t("it lasts its minutes")}</option>
    </SelectField>
  );
}
