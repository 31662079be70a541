import { Link } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import type { Names } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import type { Change } from "./follow-changes.ts";

/** The shown fields of a booking's line: a data file has those of a booking's record. */
type BookingLine = Pick<
  Booking,
  "booking" | "external_id" | "interaction" | "slot_starting_at" | "booking_status"
>;

export interface SlotLine {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  readonly starting_at: string;
  readonly capacity: number;
}

/** The changed booking or slot in its present state. */
export function ChangedThing({
  change: { booking, slot },
  zoneOf,
  namesOf,
}: {
  readonly change: Change;
  readonly zoneOf: (interaction: string) => string;
  readonly namesOf: (interaction: string) => Names;
}) {
  const account = useAccount();
  if (booking !== undefined) {
    const line = booking as BookingLine;
    return (
      <span className="changed-thing">
        <Link
          to="/at/$tenant/$environment/bookings/$booking"
          params={{ ...account, booking: line.booking }}
        >
          {line.external_id}
        </Link>
        <StatusBadge status={line.booking_status} />
        <span className="soft">
          <When at={line.slot_starting_at} zone={zoneOf(line.interaction)} />
        </span>
      </span>
    );
  }
  const { interaction, activity, host, starting_at: at, capacity } = slot as SlotLine;
  const names = namesOf(interaction);
  return (
    <span className="changed-thing">
      <Link
        to="/at/$tenant/$environment/slot"
        params={account}
        search={{ interaction, activity, ...(host !== undefined && { host }), at }}
      >
        {names.activity(activity)} {host !== undefined && names.host(activity, host)}
      </Link>
      <span>{t("{count, plural, one {# seat} other {# seats}}", { count: capacity })}</span>
      <span className="soft">
        <When at={at} zone={zoneOf(interaction)} />
      </span>
    </span>
  );
}
