import type { Booking } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { When } from "../../kit/when.tsx";

type Ticket = Booking["tickets"][number];

/** A booking's tickets, with what may be done about each; null where it may not. */
export function TicketList({
  booking,
  zone,
  busy,
  onCheckIn,
  onUndo,
  onCancel,
}: {
  readonly booking: Booking;
  readonly zone: string;
  readonly busy: boolean;
  readonly onCheckIn: ((ticket: number) => void) | null;
  readonly onUndo: ((ticket: number) => void) | null;
  readonly onCancel: ((ticket: number) => void) | null;
}) {
  const isConfirmed = booking.booking_status === "CONFIRMED";
  return (
    <ul className="ticket-list" aria-label="Tickets">
      {booking.tickets.map((ticket) => {
        const { number, cancelled_at, attendee } = ticket;
        const isLive = cancelled_at === null;
        const isHere = attendee.checked_in_at !== null;
        return (
          <li key={number}>
            <div className="ticket-who">
              <strong>{attendee.display_name ?? <span className="soft">No name</span>}</strong>{" "}
              <span className="soft">Ticket {number}</span>
              <div>
                <TicketState ticket={ticket} zone={zone} />
              </div>
            </div>
            <div className="row">
              {isLive && isConfirmed && !isHere && onCheckIn !== null && (
                <Button
                  busy={busy}
                  aria-label={`Check in ticket ${number}`}
                  onClick={() => onCheckIn(number)}
                >
                  Check in
                </Button>
              )}
              {isLive && isHere && onUndo !== null && (
                <Button
                  busy={busy}
                  aria-label={`Undo check-in of ticket ${number}`}
                  onClick={() => onUndo(number)}
                >
                  Undo check-in
                </Button>
              )}
              {isLive && booking.tickets.length > 1 && onCancel !== null && (
                <Button
                  tone="quiet"
                  busy={busy}
                  aria-label={`Cancel ticket ${number}`}
                  onClick={() => onCancel(number)}
                >
                  Cancel ticket
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function TicketState({ ticket, zone }: { readonly ticket: Ticket; readonly zone: string }) {
  if (ticket.cancelled_at !== null) {
    return (
      <>
        <Badge>cancelled</Badge> <When at={ticket.cancelled_at} zone={zone} />
      </>
    );
  }
  if (ticket.attendee.checked_in_at !== null) {
    return (
      <>
        <Badge tone="blue">checked in</Badge>{" "}
        <When at={ticket.attendee.checked_in_at} zone={zone} />
      </>
    );
  }
  return <Badge tone="good">live</Badge>;
}
