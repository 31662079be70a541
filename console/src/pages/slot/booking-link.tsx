import { Link } from "@tanstack/react-router";
import type { Booking } from "../../api/operations.ts";
import { useAccount } from "../../shell/account.ts";

/** A contact's external id, or other words, leading to the booking. */
export function BookingLink({
  booking: { booking, external_id: externalId },
  words = externalId,
}: {
  readonly booking: Pick<Booking, "booking" | "external_id">;
  readonly words?: string;
}) {
  return (
    <Link to="/at/$tenant/$environment/bookings/$booking" params={{ ...useAccount(), booking }}>
      {words}
    </Link>
  );
}
