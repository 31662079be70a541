import { t } from "../language/t.ts";
import { TextField } from "./field.tsx";
import { textIn } from "./text-in.ts";

/** The longest reason that the service stores. */
const reasonMaxLength = 200;

/** The reason of an action, for the history; it may stay empty. */
export function ReasonField() {
  return (
    <TextField
      name="reason"
      label={t("Reason (optional)")}
      hint={t("Kept in the history, and customers may read it. Name no person in it.")}
      maxLength={reasonMaxLength}
      autoComplete="off"
    />
  );
}

/** The member of a request's body; absent for an empty reason. */
export function reasonIn(typed: FormData): { readonly reason?: string } {
  const text = textIn(typed, "reason").trim();
  return text === "" ? {} : { reason: text };
}
