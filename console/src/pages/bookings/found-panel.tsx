import { Link } from "@tanstack/react-router";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Shown } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { BookingsTable } from "./bookings-table.tsx";
import { useFound } from "./use-found.ts";

/** The records that the search box found, in words. */
export function FoundPanel({
  typed,
  zoneOf,
  onClear,
}: {
  readonly typed: string;
  readonly zoneOf: (interaction: string) => string;
  readonly onClear: () => void;
}) {
  const found = useFound(typed);
  return (
    <section className="stack found" aria-labelledby="found-title">
      <div className="row spread">
        <h2 id="found-title">{t("What “{typed}” is", { typed: typed.trim() })}</h2>
        <Button onClick={onClear}>{t("Back to all bookings")}</Button>
      </div>
      <Shown of={found} what={t("what it is")}>
        {(things) => <Things things={things} zoneOf={zoneOf} />}
      </Shown>
    </section>
  );
}

type Found = NonNullable<ReturnType<typeof useFound>["data"]>;
type ZoneOf = (interaction: string) => string;

function Things({ things, zoneOf }: { readonly things: Found; readonly zoneOf: ZoneOf }) {
  const { booking, contact, ofReference, ofName, requests, ofRequest } = things;
  const named = ofName?.items ?? [];
  const hasRequest = requests.length + ofRequest.length > 0;
  const isFound = booking !== null || contact !== null || ofReference.length > 0;
  const isNothing = !isFound && named.length === 0 && !hasRequest;
  return (
    <>
      <p role="status" className="visually-hidden">
        {wordsOfFound([
          ...(booking === null ? [] : [t("a booking")]),
          ...(contact === null ? [] : [t("a contact")]),
          ...(ofReference.length > 0 ? [t("a reference")] : []),
          ...(named.length > 0 ? [t("a name")] : []),
          ...(hasRequest ? [t("a request")] : []),
        ])}
      </p>
      {isNothing && <NothingNote />}
      {booking !== null && <FoundBooking booking={booking} zoneOf={zoneOf} />}
      <FoundContact things={things} zoneOf={zoneOf} />
      {ofReference.length > 0 && (
        <>
          <h3>{t("A reference")}</h3>
          <BookingsTable
            label={t("Bookings by reference")}
            bookings={ofReference}
            zoneOf={zoneOf}
          />
        </>
      )}
      {named.length > 0 && (
        <>
          <h3>{t("The name of an attendee")}</h3>
          <BookingsTable label={t("Bookings by name")} bookings={named} zoneOf={zoneOf} />
          {ofName?.next_cursor != null && (
            <p className="soft">{t("These are the first; type more of the name for fewer.")}</p>
          )}
        </>
      )}
      {requests.map((each) => (
        <FoundRequest key={each.at} request={each} />
      ))}
      {ofRequest.length > 0 && (
        <>
          <h3>
            {requests.length > 0 ? t("What it changed") : t("A request, and what it changed")}
          </h3>
          <BookingsTable
            label={t("Bookings that the request changed")}
            bookings={ofRequest}
            zoneOf={zoneOf}
          />
        </>
      )}
    </>
  );
}

function NothingNote() {
  return (
    <div className="note" data-tone="amber">
      <strong>{t("Nothing has this id or name.")}</strong>
      <p>
        {t(
          "There is no booking, no contact and no recorded request of it in this account. External ids and references are compared sign by sign, capitals included.",
        )}
      </p>
    </div>
  );
}

function FoundBooking({
  booking,
  zoneOf,
}: {
  readonly booking: NonNullable<Found["booking"]>;
  readonly zoneOf: ZoneOf;
}) {
  const account = useAccount();
  return (
    <div className="card">
      <h3>{t("A booking")}</h3>
      <p className="row">
        <Link
          to="/at/$tenant/$environment/bookings/$booking"
          params={{ ...account, booking: booking.booking }}
        >
          {t("{activity} of {external_id}", {
            activity: booking.activity,
            external_id: booking.external_id,
          })}
        </Link>
        <StatusBadge status={booking.booking_status} />
        <When at={booking.slot_starting_at} zone={zoneOf(booking.interaction)} />
      </p>
    </div>
  );
}

function FoundContact({
  things: { contact, ofContact },
  zoneOf,
}: {
  readonly things: Found;
  readonly zoneOf: ZoneOf;
}) {
  const account = useAccount();
  if (contact === null) return null;
  return (
    <>
      <div className="card">
        <h3>{t("A contact")}</h3>
        <Link
          to="/at/$tenant/$environment/contacts/$contact"
          params={{ ...account, contact: contact.contact }}
        >
          {t("Everything about {external_id}", { external_id: contact.external_id })}
        </Link>
      </div>
      {ofContact !== null && ofContact.items.length > 0 && (
        <BookingsTable
          label={t("Bookings of {external_id}", { external_id: contact.external_id })}
          bookings={ofContact.items}
          zoneOf={zoneOf}
          without="contact"
        />
      )}
      {ofContact !== null && ofContact.next_cursor !== null && (
        <p className="soft">{t("These are the first; the contact has more.")}</p>
      )}
    </>
  );
}

function FoundRequest({ request }: { readonly request: Found["requests"][number] }) {
  return (
    <div className="card">
      <h3>{t("A request")}</h3>
      <p>
        <Trans
          id="{link} was answered {status} ({when}): {decision}"
          values={{
            link: (
              <Link to="/requests" search={{ id: request.request_id }}>
                {request.endpoint}
              </Link>
            ),
            status: request.answer.status,
            when: <When at={request.at} />,
            decision: request.decision,
          }}
        />
      </p>
    </div>
  );
}

function wordsOfFound(things: readonly string[]): string {
  return things.length === 0
    ? t("Nothing was found")
    : t("Found: {things}", { things: things.join(", ") });
}
