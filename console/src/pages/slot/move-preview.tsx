import { t } from "../../language/t.ts";
import type { Booking, Operations } from "../../api/operations.ts";
import { PreviewSection } from "../../kit/preview-section.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { whoOf } from "../desk/who.ts";
import { OverlapNote } from "../slots/overlap-note.tsx";
import { NamedBookings } from "./named-bookings.tsx";

type Changed = Operations["changeSlot"]["answer"];

/** What the change of a slot would do: its start and host, who moves, and whose limit is passed over. */
export function MovePreview({
  preview,
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
  const { moved, overlap, passed_limits: passed } = preview;
  const host = hosts.find(({ id }) => id === order.to_host)?.display_name;
  return (
    <PreviewSection className="note" title={t("What will change")} shows={preview}>
      <p>
        {order.to_slot === undefined
          ? t("It starts as before. Nothing has been changed yet.")
          : t("It will start {when}. Nothing has been changed yet.", {
              when: instantWords(order.to_slot, zone),
            })}
      </p>
      {host !== undefined && <p>{t("Its host will be {host}.", { host })}</p>}
      <OverlapNote overlap={overlap} zone={zone} />
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
      {passed.length > 0 && <PassedLimits passed={passed} bookings={bookings} />}
    </PreviewSection>
  );
}

function PassedLimits({
  passed,
  bookings,
}: {
  readonly passed: Changed["passed_limits"];
  readonly bookings: readonly Booking[];
}) {
  const nameOf = (contact: string) => {
    const booking = bookings.find(({ external_id: id }) => id === contact);
    const who = booking === undefined ? contact : whoOf(booking);
    return who === contact ? contact : `${who} (${contact})`;
  };
  return (
    <>
      <p>
        {t("They move all the same, with more tickets in a week or month than a contact may have:")}
      </p>
      <ul className="close-names">
        {passed.map(({ external_id: contact, ticket_type: type, live_tickets: tickets, limit }) => (
          <li key={`${contact} ${type}`}>
            {nameOf(contact)}{" "}
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
