import { t } from "../language/t.ts";
import { TextField } from "./field.tsx";
import { textIn } from "./text-in.ts";

/** As long as the service keeps one. */
const reasonMaxLength = 200;

/** Why something is done, for the history; it may stay empty. */
export function ReasonField() {
  return (
    <TextField
      name="reason"
      label={t("Reason (optional)")}
      hint={t("Kept in the history. Name no person in it.")}
      maxLength={reasonMaxLength}
      autoComplete="off"
    />
  );
}

/** The member of a request's body; an empty reason is none. */
export function reasonIn(typed: FormData): { readonly reason?: string } {
  const text = textIn(typed, "reason").trim();
  return text === "" ? {} : { reason: text };
}
