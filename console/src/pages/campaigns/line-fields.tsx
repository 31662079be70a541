import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";

interface Typed {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The name by which a line of the catalogue is known, asked for once. */
export function KeyField({
  label = t("Id"),
  hint,
  value,
  onValue,
}: Typed & {
  readonly label?: string;
  /** A sentence with an example. */
  readonly hint: string;
}) {
  return (
    <TextField
      label={label}
      hint={t("{hint} It cannot be changed later.", { hint })}
      required
      maxLength={256}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

export function DisplayNameField({ value, onValue }: Typed) {
  return (
    <TextField
      label={t("Display name")}
      required
      maxLength={1024}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

/** A length in minutes; empty for none. */
export function SlotLengthField({
  label,
  hint,
  value,
  onValue,
}: Typed & { readonly label: string; readonly hint: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={1}
      max={1440}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

/** Minutes as they stand in the field, from what the service says. */
export function typedMinutes(minutes: number | null | undefined): string {
  return minutes?.toString() ?? "";
}

/** What the field says, for the service. */
export function minutesTyped(typed: string): number | null {
  return typed === "" ? null : Number(typed);
}
