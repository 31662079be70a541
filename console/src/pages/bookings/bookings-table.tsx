import { Link } from "@tanstack/react-router";
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
  /** Left out where all rows have the same. */
  readonly without?: "contact";
}) {
  const account = useAccount();
  const [first] = bookings;
  const isOneCampaign = bookings.every(({ interaction }) => interaction === first?.interaction);
  const contact: Column<Booking> = {
    header: "External id",
    cell: ({ external_id }) => external_id,
  };
  const columns: readonly Column<Booking>[] = [
    {
      header: "Slot",
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
      header: "Status",
      cell: ({ booking_status: status }) => (
        <div>
          <StatusBadge status={status} />
        </div>
      ),
    },
    ...(without === "contact" ? [] : [contact]),
    {
      header: isOneCampaign && first !== undefined ? `For (${first.interaction})` : "For",
      cell: ({ interaction, activity, host }) => (
        <div className="booking-for">
          {activity}
          {host !== undefined && `, ${host}`}{" "}
          {!isOneCampaign && <span className="soft">{interaction}</span>}
        </div>
      ),
    },
    {
      header: "Tickets",
      cell: (booking) => <span className="booking-tickets">{ticketsOf(booking)}</span>,
    },
    { header: "Attendees", cell: attendeesOf },
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

function ticketsOf({ tickets, ticket_type }: Booking): string {
  const live = tickets.filter(({ cancelled_at }) => cancelled_at === null);
  const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  const count =
    live.length === tickets.length ? `${live.length}` : `${live.length} of ${tickets.length}`;
  return `${count} × ${ticket_type}${here === 0 ? "" : `, ${here} here`}`;
}

function attendeesOf({ tickets }: Booking): string {
  const names = tickets.flatMap(({ attendee }) => attendee.display_name ?? []);
  const more = names.length - 2;
  return names.slice(0, 2).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
