import { Fragment } from "react";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { locale, t } from "../../language/t.ts";
import type { Names } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { Icon } from "../../shell/icon.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { arrivalOf, liveTickets } from "./decide-entry.ts";

/** The rows that are rendered; typing a name finds the others. */
const rowsMax = 200;

/** The bookings that are expected, checked in, or on the waitlist. */
export function ExpectedList({
  bookings,
  names,
  zone,
  withSlot,
  chosen,
  onAdmit,
  onTakeBack,
  onName,
}: {
  readonly bookings: readonly Booking[];
  readonly names: Names;
  readonly zone: string;
  /** Whether each row shows its slot, because the list has several. */
  readonly withSlot: boolean;
  /** The row that the arrow keys have chosen. */
  readonly chosen: string | null;
  /** Null for an operator who may only read. */
  readonly onAdmit: Change;
  readonly onTakeBack: Change;
  readonly onName: ((booking: Booking) => void) | null;
}) {
  return (
    <>
      <ul className="desk-list" aria-label={t("People")}>
        {bookings.slice(0, rowsMax).map((booking) => (
          <Row
            key={booking.booking}
            booking={booking}
            state={stateOf(booking)}
            about={[
              ...(withSlot ? [slotOf(booking, names, zone)] : []),
              names.ticketType(booking.activity, booking.ticket_type),
              booking.external_id,
            ]}
            zone={zone}
            isChosen={booking.booking === chosen}
            onAdmit={onAdmit}
            onTakeBack={onTakeBack}
            onName={onName}
          />
        ))}
      </ul>
      {bookings.length > rowsMax && (
        <p className="soft">
          {t(
            "{count, plural, one {# more is} other {# more are}} not shown: type a part of a name.",
            {
              count: bookings.length - rowsMax,
            },
          )}
        </p>
      )}
    </>
  );
}

type State = "expected" | "partly" | "here" | "waitlist";

function stateOf(booking: Booking): State {
  if (booking.booking_status === "WAITLIST") return "waitlist";
  const live = liveTickets(booking);
  const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  if (here === 0) return "expected";
  return here < live.length ? "partly" : "here";
}

type Change = ((booking: string, tickets: readonly number[] | null) => void) | null;

interface RowProps {
  readonly booking: Booking;
  readonly state: State;
  readonly onAdmit: Change;
  readonly onTakeBack: Change;
}

function Row({
  about,
  zone,
  isChosen,
  onName,
  ...row
}: RowProps & {
  readonly onName: ((booking: Booking) => void) | null;
  readonly about: readonly string[];
  readonly zone: string;
  readonly isChosen: boolean;
}) {
  const { booking, state } = row;
  const live = liveTickets(booking);
  return (
    <li
      className="desk-row"
      data-state={state}
      data-chosen={isChosen || undefined}
      id={`row-${booking.booking}`}
    >
      <Mark state={state} />
      <div className="desk-row-who">
        {live.length === 1 ? <strong>{nameOf(booking)}</strong> : <Party {...row} />}
        <span className="soft desk-row-about">
          {about.map((part, index) => (
            <Fragment key={part}>
              {index > 0 && " · "}
              <span>{part}</span>
            </Fragment>
          ))}
          {onName !== null && (
            <button
              type="button"
              className="desk-name"
              aria-haspopup="dialog"
              aria-label={t("Put the name right: {name}", { name: nameOf(booking) })}
              onClick={() => onName(booking)}
            >
              <Icon name="pencil" />
            </button>
          )}
        </span>
      </div>
      <div className="desk-row-state">
        <span className="desk-row-word">{stateWords(booking, state, zone)}</span>
        <RowAct {...row} />
      </div>
    </li>
  );
}

function nameOf(booking: Booking): string {
  return liveTickets(booking)[0]?.attendee.display_name ?? booking.external_id;
}

/** The tickets of a party, each a switch of its own. */
function Party({ booking, state, onAdmit, onTakeBack }: RowProps) {
  return (
    <ul className="desk-party">
      {liveTickets(booking).map(({ number, attendee }) => {
        const isHere = attendee.checked_in_at !== null;
        const change = isHere ? onTakeBack : onAdmit;
        const who = attendee.display_name ?? t("no name");
        return (
          <li key={number}>
            <button
              type="button"
              className="desk-ticket"
              aria-pressed={isHere}
              aria-label={t("Ticket {number}, {who}", { number, who })}
              disabled={change === null || state === "waitlist"}
              onClick={() => change?.(booking.booking, [number])}
            >
              <span className="soft">{number}</span> {who}
              {isHere && <span aria-hidden="true"> ✓</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The button for everybody of the booking. */
function RowAct({ booking, state, onAdmit, onTakeBack }: RowProps) {
  const { length: count } = liveTickets(booking);
  const name = nameOf(booking);
  if (state === "here" && onTakeBack !== null) {
    return (
      <button
        type="button"
        className="button desk-act"
        data-tone="quiet"
        aria-label={t("Undo {name}", { name })}
        onClick={() => onTakeBack(booking.booking, null)}
      >
        {t("Undo")}
      </button>
    );
  }
  if ((state !== "expected" && state !== "partly") || onAdmit === null) return null;
  const whole = count === 1 ? t("Check in") : t("All {count}", { count });
  const act = state === "partly" ? t("The rest") : whole;
  return (
    <button
      type="button"
      className="button desk-act"
      aria-label={count === 1 ? `${act} ${name}` : t("{act}: {name} and the others", { act, name })}
      onClick={() => onAdmit(booking.booking, null)}
    >
      {act}
    </button>
  );
}

/** A ring, half a disc, a disc with a tick, an hourglass. */
function Mark({ state }: { readonly state: State }) {
  return (
    <svg className="desk-mark" viewBox="0 0 24 24" aria-hidden="true">
      {state === "waitlist" ? (
        <path d="M6 3h12L6 21h12z" fill="none" />
      ) : (
        <circle cx="12" cy="12" r="9" fill={state === "here" ? "currentColor" : "none"} />
      )}
      {state === "partly" && <path d="M12 3a9 9 0 0 0 0 18z" fill="currentColor" />}
      {state === "here" && <path className="desk-mark-tick" d="M7.5 12.5l3 3 6-7" fill="none" />}
    </svg>
  );
}

function stateWords(booking: Booking, state: State, zone: string): string {
  if (state === "waitlist") return t("waitlist");
  if (state === "expected") return t("expected");
  const live = liveTickets(booking);
  const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  const at = arrivalOf(booking);
  const words =
    state === "partly" ? t("{here} of {all} here", { here, all: live.length }) : t("here");
  return at === null ? words : `${words} ${clockOf(at, zone)}`;
}

function clockOf(at: string, zone: string): string {
  return new Date(wallTimeOf(Date.parse(at), zone)).toLocaleTimeString(locale, {
    timeZone: "UTC",
    hour: "2-digit",
    minute: "2-digit",
  });
}

function slotOf({ activity, host, slot_starting_at }: Booking, names: Names, zone: string): string {
  return [
    instantWords(slot_starting_at, zone, "time"),
    names.activity(activity),
    ...(host === undefined ? [] : [names.host(activity, host)]),
  ].join(" · ");
}
