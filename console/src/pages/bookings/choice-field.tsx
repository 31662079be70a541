import { t } from "../../language/t.ts";
import { SelectField } from "../../kit/field.tsx";

export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** A choice of one thing from several that have ids; the empty text where nothing is chosen. */
export function ChoiceField({
  name,
  label,
  value,
  choices,
  disabled = false,
  onChoose,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly disabled?: boolean;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <SelectField
      name={name}
      label={label}
      required
      disabled={disabled}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{t("Choose…")}</option>
      {choices.map(({ id, label: words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
