import { t } from "../../language/t.ts";
import type { Booking, Operations } from "../../api/operations.ts";
import { wordsOf } from "../../kit/words-of.ts";
import { OverlapNote } from "../slots/overlap-note.tsx";
import { NamedBookings } from "./named-bookings.tsx";

type Changed = Operations["changeSlot"]["answer"];

/** What the change of a slot would do: its start and host, who moves, and whose limit is passed over. */
export function MovePreview({
  preview: { moved, overlap, passed_limits: passed },
  order,
  hosts,
  bookings,
  zone,
}: {
  readonly preview: Changed;
  readonly order: NonNullable<Operations["changeSlot"]["body"]>;
  readonly hosts: readonly { readonly id: string; readonly display_name: string }[];
  readonly bookings: readonly Booking[];
  readonly zone: string;
}) {
  const host = hosts.find(({ id }) => id === order.to_host)?.display_name;
  return (
    <section className="note" aria-label={t("Preview")} role="status">
      <p>
        {order.to_slot === undefined
          ? t("It starts as before. Nothing has been changed yet.")
          : t("It will start {when}. Nothing has been changed yet.", {
              when: wordsOf(order.to_slot, zone),
            })}
      </p>
      {host !== undefined && <p>{t("Its host will be {host}.", { host })}</p>}
      <OverlapNote overlap={overlap} />
      {moved.length === 0 ? (
        <p>{t("No booking moves.")}</p>
      ) : (
        <>
          <p>{t("These move, and each has it in its history:")}</p>
          <NamedBookings
            count={moved.length}
            bookings={bookings.filter(({ booking }) => moved.includes(booking))}
          />
        </>
      )}
      {passed.length > 0 && <PassedLimits passed={passed} />}
    </section>
  );
}

function PassedLimits({ passed }: { readonly passed: Changed["passed_limits"] }) {
  return (
    <>
      <p>
        {t("They move all the same, with more tickets in a week or month than a contact may have:")}
      </p>
      <ul className="close-names">
        {passed.map(({ external_id: contact, ticket_type: type, live_tickets: tickets, limit }) => (
          <li key={`${contact} ${type}`}>
            {contact}{" "}
            <span className="soft">
              {t("{tickets, plural, one {# ticket} other {# tickets}}, {limit} at most", {
                tickets,
                limit,
              })}
              {type !== undefined && ` (${type})`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
