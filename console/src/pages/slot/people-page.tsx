import { Link, useSearch } from "@tanstack/react-router";
import { useApiQuery } from "../../api/queries.ts";
import type { Booking, Slot } from "../../api/operations.ts";
import { useCampaigns, useNames } from "../../api/campaigns.ts";
import { Button } from "../../kit/button.tsx";
import { csvAddress } from "../../kit/csv-delimiter.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Shown } from "../../kit/states.tsx";
import { locale, t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import { slotSearch } from "../slots/slot-link.tsx";
import { slotWords } from "./slot-words.ts";
import { useSlotBookings } from "./use-slot-bookings.ts";
import "./people.css";

/** Who comes to a slot, as a sheet to print: a box to tick, name, tickets and reference. */
export function PeoplePage() {
  const account = useAccount();
  const {
    interaction = "",
    activity = "",
    host,
    at = "",
  } = useSearch({ from: "/signed-in/at/$tenant/$environment/slot/people" });
  const slot = useApiQuery("showSlot", {
    path: { ...account, interaction, activity, starting_at: at },
    query: host === undefined ? {} : { host },
  });
  return (
    <Shown of={slot} what={t("the slot")}>
      {({ body }) => <Sheet slot={body} />}
    </Shown>
  );
}

function Sheet({ slot }: { readonly slot: Slot }) {
  const account = useAccount();
  const bookings = useSlotBookings(account, slot);
  return (
    <div className="people-sheet">
      <SheetHeader slot={slot} />
      <Shown of={bookings} what={t("its bookings")}>
        {({ bookings: found, cut }) => (
          <div className="stack">
            <p>
              <strong>{slotWords(slot)}</strong> <span className="soft">{slot.timezone}</span>
            </p>
            {cut && (
              <p className="note" data-tone="amber">
                {t("Only the first {count} bookings are shown.", {
                  count: found.length.toLocaleString(locale),
                })}
              </p>
            )}
            <People
              title={t("Confirmed")}
              none={t("Nobody is confirmed for this slot.")}
              bookings={found.filter((each) => each.booking_status === "CONFIRMED")}
            />
            {found.some((each) => each.booking_status === "WAITLIST") && (
              <People
                title={t("Waitlist")}
                none=""
                bookings={found.filter((each) => each.booking_status === "WAITLIST")}
              />
            )}
          </div>
        )}
      </Shown>
    </div>
  );
}

function SheetHeader({ slot }: { readonly slot: Slot }) {
  const account = useAccount();
  const { interaction, activity, host, starting_at: at } = slot;
  const { nameOf } = useCampaigns();
  const names = useNames([slot])(interaction);
  const query = {
    interaction,
    activity,
    ...(host !== undefined && { host }),
    slot: at,
    status: ["CONFIRMED" as const],
  };
  return (
    <PageHeader
      title={t("{activity}: list of people", { activity: names.activity(activity) })}
      eyebrow={
        <>
          <Link
            to="/at/$tenant/$environment/slot"
            params={account}
            search={slotSearch(slot)}
            className="not-printed"
          >
            {t("The slot")}
          </Link>
          <span className="not-printed"> · </span>
          {nameOf(interaction)}
          {host !== undefined && ` · ${names.host(activity, host)}`}
        </>
      }
    >
      <span className="row not-printed">
        <a className="button" href={csvAddress("downloadBookings", account, query)} download>
          {t("Download CSV")}
        </a>
        <Button tone="primary" onClick={() => window.print()}>
          {t("Print")}
        </Button>
      </span>
    </PageHeader>
  );
}

/** One who may come: a live ticket of a booking. */
interface Person {
  readonly key: string;
  readonly name: string | null;
  readonly isHere: boolean;
  /** Which of the booking's live tickets it is, and of how many. */
  readonly ticket: number;
  readonly tickets: number;
  readonly booking: Booking;
}

function peopleOf(bookings: readonly Booking[]): readonly Person[] {
  const people = bookings.flatMap((booking) => {
    const live = booking.tickets.filter(({ cancelled_at: cancelledAt }) => cancelledAt === null);
    return live.map(({ number, attendee }, index) => ({
      key: `${booking.booking} ${number}`,
      name: attendee.display_name,
      isHere: attendee.checked_in_at !== null,
      ticket: index + 1,
      tickets: live.length,
      booking,
    }));
  });
  // A ticket without a name stands under its booking's first name, else its contact.
  const underOf = ({ name, booking }: Person) =>
    name ??
    booking.tickets.find(({ attendee }) => attendee.display_name !== null)?.attendee.display_name ??
    booking.external_id;
  return people.toSorted((one, other) => underOf(one).localeCompare(underOf(other), locale));
}

function People({
  title,
  none,
  bookings,
}: {
  readonly title: string;
  readonly none: string;
  readonly bookings: readonly Booking[];
}) {
  const names = useNames(bookings);
  const people = peopleOf(bookings);
  return (
    <section className="stack-small" aria-label={title}>
      <h2>
        {t("{title}: {count, plural, one {# person} other {# people}}", {
          title,
          count: people.length,
        })}
      </h2>
      {people.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <table className="people">
          <thead>
            <tr>
              <th scope="col">{t("Here")}</th>
              <th scope="col">{t("Name")}</th>
              <th scope="col">{t("Ticket")}</th>
              <th scope="col">{t("Contact")}</th>
              <th scope="col">{t("Reference")}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ key, name, isHere, ticket, tickets, booking }) => (
              <tr key={key}>
                <td>
                  <span
                    className="people-box"
                    role="img"
                    aria-label={isHere ? t("checked in") : t("not checked in")}
                  >
                    {isHere ? "✓" : ""}
                  </span>
                </td>
                <td>{name ?? ""}</td>
                <td>
                  {names(booking.interaction).ticketType(booking.activity, booking.ticket_type)}
                  {tickets > 1 && (
                    <span className="soft"> {t("{ticket} of {tickets}", { ticket, tickets })}</span>
                  )}
                </td>
                <td>{booking.external_id}</td>
                <td>{booking.reference ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
