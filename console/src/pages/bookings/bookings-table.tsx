import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";

/** Bookings in rows, each leading to its page; times in the clocks of their campaigns. */
export function BookingsTable({
  label,
  bookings,
  zoneOf,
  without,
}: {
  readonly label: string;
  readonly bookings: readonly Booking[];
  readonly zoneOf: (interaction: string) => string;
  /** The column is left out where all rows have the same value. */
  readonly without?: "contact";
}) {
  const account = useAccount();
  const [first] = bookings;
  const isOneCampaign = bookings.every(({ interaction }) => interaction === first?.interaction);
  const columns: readonly Column<Booking>[] = [
    {
      header: t("Slot"),
      cell: ({ booking, interaction, slot_starting_at: at }) => (
        <Link
          to="/at/$tenant/$environment/bookings/$booking"
          params={{ ...account, booking }}
          className="booking-link"
        >
          <When at={at} zone={zoneOf(interaction)} />
        </Link>
      ),
    },
    {
      header: t("Status"),
      cell: ({ booking_status: status }) => (
        <div>
          <StatusBadge status={status} />
        </div>
      ),
    },
    ...(without === "contact" ? [] : [contactColumn()]),
    {
      header:
        isOneCampaign && first !== undefined
          ? t("For ({interaction})", { interaction: first.interaction })
          : t("For"),
      cell: ({ interaction, activity, host }) => (
        <div className="booking-for">
          {activity}
          {host !== undefined && `, ${host}`}{" "}
          {!isOneCampaign && <span className="soft">{interaction}</span>}
        </div>
      ),
    },
    {
      header: t("Tickets"),
      cell: ticketsOf,
    },
    { header: t("Attendees"), cell: attendeesOf },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={bookings}
      rowKey={({ booking }) => booking}
      cards="brief"
    />
  );
}

function contactColumn(): Column<Booking> {
  return {
    header: t("External id"),
    cell: ({ external_id }) => (
      <span className="booking-contact" title={external_id}>
        {external_id}
      </span>
    ),
  };
}

function ticketsOf({ tickets, ticket_type }: Booking): ReactNode {
  const live = tickets.filter(({ cancelled_at }) => cancelled_at === null);
  const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  const count =
    live.length === tickets.length
      ? `${live.length}`
      : t("{live} of {all}", { live: live.length, all: tickets.length });
  return (
    <span className="booking-tickets">
      {`${count} × ${ticket_type}`}
      {here > 0 && (
        <>
          {", "}
          <span className="booking-here">{t("{here} here", { here })}</span>
        </>
      )}
    </span>
  );
}

function attendeesOf({ tickets }: Booking): string {
  const names = tickets.flatMap(({ attendee }) => attendee.display_name ?? []);
  const more = names.length - 2;
  const first = names.slice(0, 2).join(", ");
  return more > 0 ? t("{first} and {more} more", { first, more }) : first;
}
