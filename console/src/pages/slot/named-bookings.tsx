import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { contactBeside, whoOf } from "../desk/who.ts";
import { BookingLink } from "./booking-link.tsx";

const namedMax = 100;

/** Bookings by the people in them, with who waits and who is here. */
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
            <BookingLink booking={booking} words={whoOf(booking)} />{" "}
            <span className="soft">{besideName(booking)}</span>
          </li>
        ))}
      </ul>
      {count > namedMax && (
        <p className="soft">{t("The first {count} are shown.", { count: namedMax })}</p>
      )}
    </>
  );
}

/** The contact where the name is another, and whether it waits or is here. */
function besideName(booking: Booking): string {
  return [
    contactBeside(booking),
    booking.booking_status === "WAITLIST" ? t("on the waitlist") : null,
    isHere(booking) ? t("checked in") : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

export function isHere({ tickets }: Booking): boolean {
  return tickets.some(
    ({ cancelled_at, attendee }) => cancelled_at === null && attendee.checked_in_at !== null,
  );
}

export function bookingsIn(count: number): string {
  return t("{count, plural, one {# booking} other {# bookings}}", { count });
}
