import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { BookingLink } from "./booking-link.tsx";

const namedMax = 100;

/** Bookings by their contacts, with who waits and who is here. */
export function NamedBookings({
  count,
  bookings,
}: {
  /** How many there are; more may be than are named. */
  readonly count: number;
  readonly bookings: readonly Booking[];
}) {
  return (
    <>
      <ul className="close-names">
        {bookings.slice(0, namedMax).map((booking) => (
          <li key={booking.booking}>
            <BookingLink booking={booking} />{" "}
            <span className="soft">
              {booking.booking_status === "WAITLIST" && t("on the waitlist")}
              {isHere(booking) && t("checked in")}
            </span>
          </li>
        ))}
      </ul>
      {count > namedMax && (
        <p className="soft">{t("The first {count} are shown.", { count: namedMax })}</p>
      )}
    </>
  );
}

export function isHere({ tickets }: Booking): boolean {
  return tickets.some(
    ({ cancelled_at, attendee }) => cancelled_at === null && attendee.checked_in_at !== null,
  );
}

export function bookingsIn(count: number): string {
  return t("{count, plural, one {# booking} other {# bookings}}", { count });
}
