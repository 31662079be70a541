import { useRef, useState } from "react";
import { callApi } from "../../api/call-api.ts";
import type { Booking } from "../../api/operations.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField } from "../../kit/field.tsx";
import { ReasonField, reasonIn } from "../../kit/reason-field.tsx";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import { broken, BulkActions, BulkRows, useBulk, useExplained } from "./bulk-rows.tsx";

/** Cancels the selected bookings that can be cancelled, and shows what became of each. */
export function BulkCancelDialog({
  bookings,
  onClose,
}: {
  readonly bookings: readonly Booking[];
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const [evenLate, setEvenLate] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { explained, isReading } = useExplained(bookings);
  const { results, isRunning, run } = useBulk(async ({ booking }, idempotencyKey) => {
    const reason = form.current === null ? {} : reasonIn(new FormData(form.current));
    const body = { ...reason, ...(evenLate && { after_cutoff: true }) };
    await callApi("cancelBooking", { path: { ...path, booking }, body, idempotencyKey });
    return t("Cancelled.");
  });
  const hasRun = results.size > 0 || isRunning;
  const against = ({ booking }: Booking) => broken(explained.get(booking), { evenLate });
  const doable = bookings.filter(
    (row) => explained.has(row.booking) && (hasRun || against(row).length === 0),
  );
  const isLate = bookings.some(({ booking }) =>
    explained.get(booking)?.rules.some(({ name, passed }) => name === "cut-off" && !passed),
  );
  return (
    <Dialog open lasting={hasRun} size="wide" onClose={onClose} title={t("Cancel these bookings?")}>
      <form ref={form} className="stack" onSubmit={(event) => event.preventDefault()}>
        <p>
          {t(
            "Cancelled bookings do not come back: whoever changes their mind books again. Those that cannot be cancelled stay as they are.",
          )}
        </p>
        <BulkRows
          bookings={bookings}
          results={results}
          explained={explained}
          isReading={isReading}
          against={against}
          willBe={t("Will be cancelled.")}
        />
        <fieldset className="bulk-fields" disabled={hasRun}>
          {isLate && (
            <CheckField
              label={t(
                "Also those whose cut-off has passed: callers could not, and it is recorded",
              )}
              checked={evenLate}
              onChange={({ target }) => setEvenLate(target.checked)}
            />
          )}
          <ReasonField />
        </fieldset>
        <BulkActions
          submit={t("Cancel {count, plural, one {# booking} other {# bookings}}", {
            count: doable.length,
          })}
          tone="danger"
          doable={doable}
          results={results}
          isRunning={isRunning}
          disabled={isReading}
          onRun={(rows) => void run(rows)}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
