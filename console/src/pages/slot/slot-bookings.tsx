import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { useNames } from "../../api/campaigns.ts";
import type { Booking, Slot } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { DataTable, type Selection } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { BulkBar } from "../bookings/bulk-bar.tsx";
import { whoOf } from "../desk/who.ts";
import { BookingLink } from "./booking-link.tsx";

/** The confirmed bookings and their arrivals, to move or cancel; cancelled bookings below, folded. */
export function SlotBookings({
  slot,
  bookings,
}: {
  readonly slot: Slot;
  readonly bookings: readonly Booking[];
}) {
  const [open, setOpen] = useState(false);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const confirmed = bookings.filter(({ booking_status: status }) => status === "CONFIRMED");
  const cancelled = bookings.filter(({ booking_status: status }) => status === "CANCELLED");
  return (
    <>
      <section className="stack-small" aria-label={t("Confirmed")}>
        <h2>{confirmedWords(confirmed)}</h2>
        {confirmed.length === 0 ? (
          <p className="soft">{t("Nobody is confirmed for this slot.")}</p>
        ) : (
          <>
            <BulkBar
              bookings={confirmed.filter(({ booking }) => keys.has(booking))}
              onDone={() => setKeys(new Set())}
            />
            <Rows
              label={t("Confirmed bookings")}
              bookings={confirmed}
              zone={slot.timezone}
              selection={{ keys, onChange: setKeys, nameOf: whoOf }}
            />
          </>
        )}
      </section>
      {cancelled.length > 0 && (
        <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t("Cancelled ({length})", { length: cancelled.length })}</summary>
          {open && (
            <Rows label={t("Cancelled bookings")} bookings={cancelled} zone={slot.timezone} />
          )}
        </details>
      )}
    </>
  );
}

/** Seats are taken by tickets, and a booking may have several. */
function confirmedWords(confirmed: readonly Booking[]): string {
  const tickets = confirmed
    .flatMap((booking) => booking.tickets)
    .filter(({ cancelled_at: at }) => at === null).length;
  return t(
    "Confirmed: {bookings, plural, one {# booking} other {# bookings}}, {tickets, plural, one {# ticket} other {# tickets}}",
    { bookings: confirmed.length, tickets },
  );
}

function Rows({
  label,
  bookings,
  zone,
  selection,
}: {
  readonly label: string;
  readonly bookings: readonly Booking[];
  readonly zone: string;
  readonly selection?: Selection<Booking>;
}) {
  const names = useNames(bookings);
  return (
    <DataTable
      label={label}
      rows={bookings}
      rowKey={({ booking }) => booking}
      {...(selection !== undefined && { selection })}
      columns={[
        { header: t("Contact"), cell: (booking) => <BookingLink booking={booking} /> },
        { header: t("Attendees"), cell: (booking) => <Attendees booking={booking} zone={zone} /> },
        {
          header: t("Ticket type"),
          cell: ({ interaction, activity, ticket_type: type }) =>
            names(interaction).ticketType(activity, type),
        },
        { header: t("Since"), cell: ({ booked_at: at }) => <When at={at} zone={zone} /> },
      ]}
    />
  );
}
function Attendees({ booking, zone }: { readonly booking: Booking; readonly zone: string }) {
  return (
    <ul className="stack-tight">
      {booking.tickets.map(({ number, cancelled_at: cancelledAt, attendee }) => (
        <li key={number} className="row">
          <span className={cancelledAt === null ? undefined : "soft"}>
            {attendee.display_name ?? t("Ticket {number}", { number })}
          </span>
          {cancelledAt !== null && booking.booking_status !== "CANCELLED" && (
            <Badge>{t("cancelled")}</Badge>
          )}
          {attendee.checked_in_at !== null && (
            <Badge tone="good">
              <Trans
                id="checked in {when}"
                values={{ when: <When at={attendee.checked_in_at} zone={zone} show="time" /> }}
              />
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
