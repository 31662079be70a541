import { Link } from "@tanstack/react-router";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { eventWords, type BookingEvent, type Campaign } from "./event-words.ts";

/** The delay between an event and its record that is not worth showing. */
const usualDelayMs = 60_000;

/** A booking's history, the newest event first: what, when, who, and by which request. */
export function Timeline({
  booking,
  campaign,
}: {
  readonly booking: Booking;
  readonly campaign: Campaign;
}) {
  return (
    <ol className="booking-timeline" aria-label={t("History")}>
      {booking.history.toReversed().map((event) => (
        <Entry key={event.number} event={event} campaign={campaign} />
      ))}
    </ol>
  );
}

function Entry({ event, campaign }: { readonly event: BookingEvent; readonly campaign: Campaign }) {
  const account = useAccount();
  const { zone } = campaign;
  const { title, detail, tone } = eventWords(event, campaign);
  // A booking whose slot was changed keeps the time of its status: that is its place in line.
  const at = event.because === "slot-changed" ? event.recorded_at : event.at;
  const delay = Date.parse(event.recorded_at) - Date.parse(at);
  return (
    <li data-tone={tone}>
      <p>
        <strong>{title}</strong>
      </p>
      {detail !== "" && <p>{detail}</p>}
      <p className="soft">
        <Trans
          id="{when} by {actor}"
          values={{ when: <When at={at} zone={zone} />, actor: event.actor }}
        />
      </p>
      {delay > usualDelayMs && (
        <p className="soft">
          <Trans
            id="Written down {when}"
            values={{ when: <When at={event.recorded_at} zone={zone} /> }}
          />
        </p>
      )}
      {event.request_id !== null && (
        <p className="soft">
          <Trans
            id="Request {link}"
            values={{
              link: (
                <Link
                  to="/at/$tenant/$environment/bookings"
                  params={account}
                  search={{ q: event.request_id }}
                >
                  <code>{event.request_id}</code>
                </Link>
              ),
            }}
          />
        </p>
      )}
    </li>
  );
}
