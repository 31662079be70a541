import { t } from "../language/t.ts";
import { TextField } from "./field.tsx";

/** As long as the service keeps one. */
const reasonMaxLength = 200;

/** Why something is done, for the history; it may stay empty. */
export function ReasonField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}) {
  return (
    <TextField
      label={t("Reason (optional)")}
      hint={t("Kept in the history. Name no person in it.")}
      maxLength={reasonMaxLength}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The member of a request's body; an empty reason is none. */
export function reasonGiven(reason: string): { readonly reason?: string } {
  const text = reason.trim();
  return text === "" ? {} : { reason: text };
}
