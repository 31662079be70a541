import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Booking, Slot } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField } from "../../kit/field.tsx";
import { ReasonField, reasonIn } from "../../kit/reason-field.tsx";
import { Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { bookingsIn, isHere, NamedBookings } from "./named-bookings.tsx";
import { namedSlot } from "./named-slot.ts";

/** Closes a slot that cannot take place, after a dry run that lists the affected bookings. */
export function CloseDialog({
  slot,
  bookings,
  onClose,
}: {
  readonly slot: Slot;
  /** As many of the slot's bookings as are known. */
  readonly bookings: readonly Booking[];
  readonly onClose: () => void;
}) {
  const named = namedSlot(useAccount(), slot);
  const dryRun = useApiQuery("closeSlot", {
    ...named,
    body: { dry_run: true, even_if_checked_in: true },
  });
  return (
    <Dialog open size="wide" onClose={onClose} title={t("Close this slot?")}>
      <Shown
        of={{ ...dryRun, data: dryRun.data?.body.cancelled, refetch: () => dryRun.refetch() }}
        what={t("which bookings it cancels")}
      >
        {(cancelled) => (
          <CloseForm
            slot={slot}
            count={cancelled.length}
            bookings={bookings.filter(({ booking }) => cancelled.includes(booking))}
            onClose={onClose}
          />
        )}
      </Shown>
    </Dialog>
  );
}

function CloseForm({
  slot,
  count,
  bookings,
  onClose,
}: {
  readonly slot: Slot;
  readonly count: number;
  readonly bookings: readonly Booking[];
  readonly onClose: () => void;
}) {
  const named = namedSlot(useAccount(), slot);
  const close = useChange("closeSlot");
  const [evenIfHere, setEvenIfHere] = useState(false);
  const isRefused =
    close.error instanceof ProblemError && close.error.problem === "attendees-checked-in";
  const someAreHere = bookings.some(isHere) || isRefused;
  return (
    <DialogForm
      submit={
        count === 0
          ? t("Close the slot")
          : t("Close and cancel {bookings}", { bookings: bookingsIn(count) })
      }
      tone="danger"
      busy={close.isPending}
      error={isRefused ? null : close.error}
      disabled={someAreHere && !evenIfHere}
      onClose={onClose}
      onSubmit={(typed) =>
        close.mutate(
          { ...named, body: { even_if_checked_in: evenIfHere, ...reasonIn(typed) } },
          {
            onSuccess: ({ body }) => {
              tell(
                t("Slot closed: {bookings} cancelled.", {
                  bookings: bookingsIn(body.cancelled.length),
                }),
              );
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t(
          "{when}. Its capacity becomes 0, all its bookings are cancelled, those on the waitlist too, and nobody moves up. It cannot be taken back.",
          { when: instantWords(slot.starting_at, slot.timezone) },
        )}
      </p>
      {count === 0 ? (
        <p className="note">{t("Nobody has a booking: none is cancelled.")}</p>
      ) : (
        <Cancelled count={count} bookings={bookings} />
      )}
      <ReasonField />
      {someAreHere && (
        <CheckField
          label={t("Attendees have checked in: cancel their bookings as well")}
          checked={evenIfHere}
          onChange={({ target }) => setEvenIfHere(target.checked)}
        />
      )}
    </DialogForm>
  );
}

function Cancelled({
  count,
  bookings,
}: {
  readonly count: number;
  readonly bookings: readonly Booking[];
}) {
  return (
    <section className="stack-small" aria-label={t("Bookings that are cancelled")}>
      <strong>{t("{bookings} will be cancelled:", { bookings: bookingsIn(count) })}</strong>
      <NamedBookings count={count} bookings={bookings} />
    </section>
  );
}
