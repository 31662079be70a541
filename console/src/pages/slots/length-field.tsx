import { t } from "../../language/t.ts";
import type { TypedLength } from "./typed-length.ts";
import { SelectField, TextField } from "../../kit/field.tsx";

const lengths = ["usual", "minutes", "none"] as const;
const words: Readonly<Record<TypedLength["by"], string>> = {
  usual: t("As its host or activity says"),
  minutes: t("So many minutes"),
  none: t("No set length"),
};

/** Chooses a length of their own for new slots, or the usual one. */
export function LengthField({
  typed,
  onChange,
}: {
  readonly typed: TypedLength;
  readonly onChange: (typed: TypedLength) => void;
}) {
  return (
    <>
      <SelectField
        label={t("Length")}
        value={typed.by}
        onChange={({ target }) =>
          onChange({ ...typed, by: lengths.find((by) => by === target.value) ?? "usual" })
        }
      >
        {lengths.map((by) => (
          <option key={by} value={by}>
            {words[by]}
          </option>
        ))}
      </SelectField>
      {typed.by === "minutes" && (
        <TextField
          name="slot_duration_in_minutes"
          label={t("Minutes")}
          type="number"
          min={1}
          max={1440}
          required
          value={typed.minutes}
          onChange={({ target }) => onChange({ ...typed, minutes: target.value })}
        />
      )}
    </>
  );
}
