import { ProblemError } from "../../api/problem.ts";
import { CheckField } from "../../kit/field.tsx";
import { t } from "../../language/t.ts";

/** Whether the contact would get more tickets than a limit allows. */
export function isOverLimit(error: Error | null): boolean {
  return error instanceof ProblemError && error.problem === "over-limit";
}

/** Asks whether a limit per contact is passed over; shown after a refusal. */
export function OverLimitField({
  checked,
  onChange,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <CheckField
      name="over_limit"
      label={t("Give the contact more tickets than the limit allows, which is recorded")}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
