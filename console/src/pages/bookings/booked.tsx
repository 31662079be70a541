import { Link } from "@tanstack/react-router";
import type { Booking } from "../../api/operations.ts";
import { useAnswer } from "../../api/queries.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { useAccount } from "../../shell/account.ts";

/** What became of a wish: a seat, or a place on the waitlist, and why. */
export function Booked({
  booking,
  onClose,
  onAnother,
}: {
  readonly booking: Booking;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}) {
  const path = { ...useAccount(), booking: booking.booking };
  const isWaiting = booking.booking_status === "WAITLIST";
  const { data } = useAnswer("explainBooking", { path }, { enabled: isWaiting });
  return (
    <div className="stack">
      <div className="note" data-tone={isWaiting ? "amber" : "good"} role="status">
        <p className="row">
          <StatusBadge status={booking.booking_status} />
          <strong>
            {isWaiting
              ? `${booking.external_id} is on the waitlist`
              : `${booking.external_id} has a confirmed booking`}
          </strong>
        </p>
        <p>
          {isWaiting ? (data?.body.waitlist?.why ?? "There was no seat left.") : seatWords(booking)}
        </p>
      </div>
      <div className="dialog-actions">
        <Button onClick={onAnother}>Book another</Button>
        <Link
          className="button"
          to="/at/$tenant/$environment/bookings/$booking"
          params={path}
          onClick={onClose}
        >
          Show the booking
        </Link>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** What it took, as the history says. */
function seatWords({ history, tickets }: Booking): string {
  const details = history.find(({ event }) => event === "booked")?.details as {
    seats_taken?: number;
    seats_overbooked?: number;
  } | null;
  const seats = details?.seats_taken ?? 0;
  const over = details?.seats_overbooked ?? 0;
  if (seats === 0) return "Its ticket type is unlimited: it takes no seat and never waits.";
  const taken = `It took ${seats === 1 ? "one seat" : `${seats} seats`} for ${
    tickets.length === 1 ? "one ticket" : `${tickets.length} tickets`
  }`;
  return over === 0 ? `${taken}; nobody was waiting.` : `${taken}, ${over} more than there are.`;
}
