import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { When } from "../../kit/when.tsx";

type Ticket = Booking["tickets"][number];

/** A booking's tickets with the actions on each; null where an action is not allowed. */
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
    <ul className="ticket-list" aria-label={t("Tickets")}>
      {booking.tickets.map((ticket) => {
        const { number, cancelled_at, attendee } = ticket;
        const isLive = cancelled_at === null;
        const isHere = attendee.checked_in_at !== null;
        return (
          <li key={number}>
            <div className="ticket-who">
              <strong>
                {attendee.display_name ?? <span className="soft">{t("No name")}</span>}
              </strong>{" "}
              <span className="soft">{t("Ticket {number}", { number })}</span>
              <div>
                <TicketState ticket={ticket} zone={zone} />
              </div>
            </div>
            <div className="row">
              {isLive && isConfirmed && !isHere && onCheckIn !== null && (
                <Button
                  busy={busy}
                  aria-label={t("Check in ticket {number}", { number })}
                  onClick={() => onCheckIn(number)}
                >
                  {t("Check in")}
                </Button>
              )}
              {isLive && isHere && onUndo !== null && (
                <Button
                  busy={busy}
                  aria-label={t("Undo check-in of ticket {number}", { number })}
                  onClick={() => onUndo(number)}
                >
                  {t("Undo check-in")}
                </Button>
              )}
              {isLive && !isHere && booking.tickets.length > 1 && onCancel !== null && (
                <Button
                  tone="quiet"
                  busy={busy}
                  aria-label={t("Cancel ticket {number}", { number })}
                  onClick={() => onCancel(number)}
                >
                  {t("Cancel ticket")}
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
        <Badge>{t("cancelled")}</Badge> <When at={ticket.cancelled_at} zone={zone} />
      </>
    );
  }
  if (ticket.attendee.checked_in_at !== null) {
    return (
      <>
        <Badge tone="blue">{t("checked in")}</Badge>{" "}
        <When at={ticket.attendee.checked_in_at} zone={zone} />
      </>
    );
  }
  return <Badge tone="good">{t("live")}</Badge>;
}
