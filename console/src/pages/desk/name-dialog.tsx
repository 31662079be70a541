import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { useAccount } from "../../shell/account.ts";
import { NameFields, namesIn } from "../bookings/name-fields.tsx";
import { liveTickets } from "./decide-entry.ts";

/** Puts the names of a booking's attendees right at the desk. It needs the connection, as a scan does not. */
export function NameDialog({
  booking,
  onSeen,
  onClose,
}: {
  readonly booking: Booking;
  readonly onSeen: (booking: Booking) => void;
  readonly onClose: () => void;
}) {
  const path = { ...useAccount(), booking: booking.booking };
  const { mutate, error, isPending } = useChange("changeBooking");
  const tickets = liveTickets(booking);
  const submit = (typed: FormData) => {
    const attendees = namesIn(typed, tickets);
    if (attendees.length === 0) {
      onClose();
      return;
    }
    mutate(
      { path, body: { attendees } },
      {
        onSuccess: ({ body }) => {
          onSeen(body);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t("Put the name right")}
      description={booking.external_id}
      submit={t("Save the changes")}
      busy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameFields tickets={tickets} />
    </FormDialog>
  );
}
