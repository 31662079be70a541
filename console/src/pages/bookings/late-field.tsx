import { ProblemError } from "../../api/problem.ts";
import { useMay } from "../../api/session.ts";
import { CheckField } from "../../kit/field.tsx";
import { t } from "../../language/t.ts";

const refusedByClock = new Set(["slot-has-begun", "booking-not-open", "booking-closed"]);

/** Whether the clock alone refused it, which somebody with the scope of slots may pass over. */
export function isRefusedByClock(error: Error | null): boolean {
  if (!(error instanceof ProblemError) || error.more["is_slot_closed"] === true) return false;
  return refusedByClock.has(error.problem ?? "");
}

/** Asks, after a refusal, whether the seat is given although the slot began or booking is closed. */
export function LateField({
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
  if (!checked && !isRefusedByClock(error)) return null;
  return (
    <CheckField
      name="late"
      label={t("Give the seat although the slot began or booking is closed, which is recorded")}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
