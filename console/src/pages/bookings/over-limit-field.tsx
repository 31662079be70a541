import { ProblemError } from "../../api/problem.ts";
import { useMay } from "../../api/session.ts";
import { CheckField } from "../../kit/field.tsx";
import { t } from "../../language/t.ts";

/** Asks, after a refusal, whether a limit per contact is passed over. */
export function OverLimitField({
  error,
  checked,
  onChange,
}: {
  readonly error: Error | null;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const may = useMay("slots");
  if (!may) return null;
  if (!checked && !(error instanceof ProblemError && error.problem === "over-limit")) return null;
  return (
    <CheckField
      name="over_limit"
      label={t("Give the contact more tickets than the limit allows, which is recorded")}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
