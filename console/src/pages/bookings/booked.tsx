import { Link } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";
import { WaitingWords } from "./service-sentences.tsx";

/** The result of an order: a seat, or an entry of the waitlist, and why. */
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
  const { zoneOf } = useCampaigns();
  const isWaiting = booking.booking_status === "WAITLIST";
  const { data } = useApiQuery("explainBooking", { path }, { enabled: isWaiting });
  const waiting = data?.body.waitlist;
  return (
    <div className="stack">
      <div className="note" data-tone={isWaiting ? "amber" : "good"} role="status">
        <p className="row">
          <StatusBadge status={booking.booking_status} />
          <strong>
            {isWaiting
              ? t("On the waitlist: {who}", { who: whoOf(booking) })
              : t("Confirmed booking: {who}", { who: whoOf(booking) })}
          </strong>
        </p>
        <p>
          {!isWaiting && seatWords(booking)}
          {isWaiting && waiting === undefined && t("There was no seat left.")}
          {isWaiting && waiting !== undefined && (
            <WaitingWords waiting={waiting} zone={zoneOf(booking.interaction)} />
          )}
        </p>
      </div>
      <div className="dialog-actions">
        <Button onClick={onAnother}>{t("Book another")}</Button>
        <Link
          className="button"
          to="/at/$tenant/$environment/bookings/$booking"
          params={path}
          onClick={onClose}
        >
          {t("Show the booking")}
        </Link>
        <Button tone="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </div>
    </div>
  );
}

/** The seats that the booking took, by its history. */
function seatWords({ history, tickets }: Booking): string {
  const details = history.find(({ event }) => event === "booked")?.details as {
    seats_taken?: number;
    seats_overbooked?: number;
  } | null;
  const seats = details?.seats_taken ?? 0;
  const over = details?.seats_overbooked ?? 0;
  if (seats === 0) return t("Its ticket type is unlimited: it takes no seat and never waits.");
  const taken = t(
    "It took {seats, plural, one {one seat} other {# seats}} for {tickets, plural, one {one ticket} other {# tickets}}",
    { seats, tickets: tickets.length },
  );
  return over === 0
    ? t("{taken}; nobody was waiting.", { taken })
    : t("{taken}, {over} more than there are.", { taken, over });
}
