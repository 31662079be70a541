import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { locale, t } from "../../language/t.ts";
import { useCampaigns, useNames } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { DataTable, type Column, type Selection } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";

type SortKey = "slot" | "status" | "contact" | "for";

/** The order of the rows: the service's by slot, or one among the rows that are shown. */
interface Order {
  /** Whether the service sends the latest slot first. */
  readonly latestFirst: boolean;
  readonly onLatestFirst: (latestFirst: boolean) => void;
}

/** Bookings in rows, each leading to its page; times in the clocks of their campaigns. */
export function BookingsTable({
  label,
  bookings,
  zoneOf,
  without,
  order,
  selection,
}: {
  readonly label: string;
  readonly bookings: readonly Booking[];
  readonly zoneOf: (interaction: string) => string;
  /** The column is left out where all rows have the same value. */
  readonly without?: "contact";
  /** Absent where the rows are few and stay in their order. */
  readonly order?: Order;
  readonly selection?: Omit<Selection<Booking>, "nameOf">;
}) {
  const names = useNames(bookings);
  const { rows, sorting } = useSorted(bookings, names, order);
  const columns = useColumns(bookings, { zoneOf, names, sorting, without });
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ booking }) => booking}
      cards="brief"
      {...(selection !== undefined && {
        selection: {
          ...selection,
          nameOf: (row: Booking) =>
            `${whoOf(row)}, ${instantWords(row.slot_starting_at, zoneOf(row.interaction))}`,
        },
      })}
    />
  );
}

type NamesOf = ReturnType<typeof useNames>;
type Sorting = (by: SortKey) => Pick<Column<Booking>, "sorted" | "onSort">;

function placeOf({ interaction, activity, host }: Booking, names: NamesOf): string {
  const of = names(interaction);
  return `${of.activity(activity)}${host === undefined ? "" : `, ${of.host(activity, host)}`}`;
}

/** The rows in the order that a heading chose, and what each heading says and does. */
function useSorted(
  bookings: readonly Booking[],
  names: NamesOf,
  order: Order | undefined,
): { readonly rows: readonly Booking[]; readonly sorting: Sorting } {
  const [sort, setSort] = useState<{ by: SortKey; descending: boolean } | null>(null);
  const texts = {
    slot: ({ slot_starting_at }: Booking) => slot_starting_at,
    status: ({ booking_status }: Booking) => booking_status,
    contact: ({ external_id }: Booking) => external_id,
    for: (row: Booking) => placeOf(row, names),
  } as const satisfies Record<SortKey, (booking: Booking) => string>;
  const rows = sort === null ? bookings : inOrder(bookings, texts[sort.by], sort.descending);
  const sorting: Sorting = (by) => {
    if (order === undefined) return {};
    const isDescending = sort === null ? by === "slot" && order.latestFirst : sort.descending;
    const isSorted = sort === null ? by === "slot" : sort.by === by;
    const direction = isDescending ? "descending" : "ascending";
    return {
      sorted: isSorted ? direction : null,
      onSort: () => {
        if (by !== "slot") return setSort({ by, descending: isSorted && !isDescending });
        setSort(null);
        order.onLatestFirst(isSorted ? !isDescending : order.latestFirst);
      },
    };
  };
  return { rows, sorting };
}

function useColumns(
  bookings: readonly Booking[],
  {
    zoneOf,
    names,
    sorting,
    without,
  }: {
    readonly zoneOf: (interaction: string) => string;
    readonly names: NamesOf;
    readonly sorting: Sorting;
    readonly without: "contact" | undefined;
  },
): readonly Column<Booking>[] {
  const account = useAccount();
  const { nameOf, campaigns = [] } = useCampaigns();
  const isOneClock = new Set(bookings.map(({ interaction }) => zoneOf(interaction))).size < 2;
  return [
    {
      header: t("Slot"),
      ...sorting("slot"),
      cell: ({ booking, interaction, slot_starting_at: at }) => (
        <>
          <Link
            to="/at/$tenant/$environment/bookings/$booking"
            params={{ ...account, booking }}
            className="booking-link"
          >
            <When at={at} zone={zoneOf(interaction)} />
          </Link>
          {!isOneClock && (
            <span className="booking-utc soft">{utcWords(at, zoneOf(interaction))}</span>
          )}
        </>
      ),
    },
    {
      header: t("Status"),
      ...sorting("status"),
      cell: ({ booking_status: status }) => (
        <div>
          <StatusBadge status={status} />
        </div>
      ),
    },
    ...(without === "contact" ? [] : [{ ...contactColumn(), ...sorting("contact") }]),
    {
      header: t("Activity"),
      ...sorting("for"),
      cell: (row) => (
        <div className="booking-for" title={`${row.activity}, ${row.interaction}`}>
          {placeOf(row, names)}{" "}
          {campaigns.length > 1 && <span className="soft">{nameOf(row.interaction)}</span>}
        </div>
      ),
    },
    {
      header: t("Tickets"),
      cell: (row) =>
        ticketsOf(row, names(row.interaction).ticketType(row.activity, row.ticket_type)),
    },
    { header: t("Attendees"), cell: attendeesOf },
  ];
}

/** Rows of several clocks are in the order of this one; its day is named where it is another. */
function utcWords(at: string, zone: string): string {
  const isSameDay = instantWords(at, zone, "date") === instantWords(at, "UTC", "date");
  return instantWords(at, "UTC", isSameDay ? "time" : "both");
}

function inOrder(
  bookings: readonly Booking[],
  text: (booking: Booking) => string,
  isDescending: boolean,
): readonly Booking[] {
  const direction = isDescending ? -1 : 1;
  return bookings.toSorted(
    (one, other) => direction * text(one).localeCompare(text(other), locale),
  );
}

function contactColumn(): Column<Booking> {
  return {
    header: t("External id"),
    cell: ({ external_id }) => (
      <span className="booking-contact" title={external_id}>
        {external_id}
      </span>
    ),
  };
}

function ticketsOf({ tickets }: Booking, type: string): ReactNode {
  const live = tickets.filter(({ cancelled_at }) => cancelled_at === null);
  const here = live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  const count =
    live.length === tickets.length
      ? `${live.length}`
      : t("{live} of {all}", { live: live.length, all: tickets.length });
  return (
    <span className="booking-tickets">
      {`${count} × ${type}`}
      {here > 0 && (
        <>
          {", "}
          <span className="booking-here">{t("{here} here", { here })}</span>
        </>
      )}
    </span>
  );
}

function attendeesOf({ tickets }: Booking): string {
  const names = tickets.flatMap(({ attendee }) => attendee.display_name ?? []);
  const more = names.length - 2;
  const first = names.slice(0, 2).join(", ");
  return more > 0 ? t("{first} and {more} more", { first, more }) : first;
}
