import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useCampaigns, useNames, type Named } from "../../api/campaigns.ts";
import type { Operations } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { dayWords } from "../../kit/wall-time.ts";
import { When } from "../../kit/when.tsx";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import type { Searches } from "../../shell/searches.ts";
import { perCent, whole } from "./report-figures.tsx";

type Report = Operations["showReport"]["answer"];
type Row = Report["rows"][number];
export interface Filters {
  readonly interaction: string | undefined;
  readonly from: string;
  readonly to: string;
}

const rowsAtOnce = 100;

/** The rows of a report; each leads to its bookings. */
export function ReportTable({
  report: { by, rows },
  filters,
}: {
  readonly report: Report;
  readonly filters: Filters;
}) {
  const [most, setMost] = useState(rowsAtOnce);
  const shown = rows.slice(0, most);
  const words = useSliceWords(shown);
  const searchOf = useSliceSearch(filters);
  const columns = columnsOf(by, words, searchOf);
  return (
    <>
      <DataTable
        cards="none"
        label={t("Report")}
        columns={columns}
        rows={shown}
        rowKey={({ day, interaction, activity, host, slot, ticket_type: type }) =>
          JSON.stringify([day, interaction, activity, host, slot, type])
        }
      />
      {rows.length > most && (
        <div className="row">
          <Button onClick={() => setMost(most + 10 * rowsAtOnce)}>{t("Show more")}</Button>
          <span className="soft">
            {t("{shown} of {all} rows; the CSV has all.", {
              shown: whole(most),
              all: whole(rows.length),
            })}
          </span>
        </div>
      )}
    </>
  );
}

type SearchOf = ReturnType<typeof useSliceSearch>;

function columnsOf(
  by: Report["by"],
  words: (row: Row) => ReactNode,
  searchOf: SearchOf,
): readonly Column<Row>[] {
  const count = (
    header: string,
    read: (row: Row) => number | null | undefined,
    status?: "CONFIRMED" | "WAITLIST" | "CANCELLED",
  ): Column<Row> => ({
    header,
    align: "end",
    cell: (row) => {
      const value = read(row);
      const slice = value === 0 || status === undefined ? null : searchOf(row);
      const text = value == null ? "–" : whole(value);
      if (slice === null || status === undefined) return text;
      return <ToBookings search={{ ...slice, status }}>{text}</ToBookings>;
    },
  });
  return [
    {
      header: headers[by],
      cell: (row) => {
        const search = searchOf(row);
        return search === null ? words(row) : <ToBookings search={search}>{words(row)}</ToBookings>;
      },
    },
    count(t("Confirmed"), ({ confirmed }) => confirmed, "CONFIRMED"),
    count(t("Waiting"), ({ waiting }) => waiting, "WAITLIST"),
    count(t("Promoted"), ({ promoted }) => promoted),
    count(t("Cancellations"), ({ cancelled }) => cancelled, "CANCELLED"),
    count(t("Tickets"), ({ tickets }) => tickets),
    count(t("Check-ins"), ({ checked_in }) => checked_in),
    count(t("No-shows"), ({ no_shows }) => no_shows),
    ...(by === "ticket_type"
      ? []
      : [
          count(t("Capacity"), ({ capacity }) => capacity),
          {
            header: t("Occupancy"),
            align: "end" as const,
            cell: ({ occupancy = null }: Row) => perCent(occupancy),
          },
        ]),
  ];
}

const headers = {
  day: t("Day"),
  slot: t("Slot"),
  activity: t("Activity"),
  host: t("Host"),
  ticket_type: t("Ticket type"),
} as const;

export function ToBookings({
  search,
  children,
}: {
  readonly search: Searches["bookings"];
  readonly children: ReactNode;
}) {
  return (
    <Link to="/at/$tenant/$environment/bookings" params={useAccount()} search={search}>
      {children}
    </Link>
  );
}

/** The names of a row's slice. */
export function useSliceWords(rows: readonly Row[]): (row: Row) => ReactNode {
  const { zoneOf, nameOf } = useCampaigns();
  const named = rows.flatMap(({ interaction, activity, ...row }): Named[] =>
    interaction === undefined || activity === undefined ? [] : [{ interaction, activity, ...row }],
  );
  const names = useNames(named);
  return ({ day, slot, interaction = "", activity = "", host, ticket_type: type }) => {
    if (day !== undefined) return <span className="report-day">{dayWords(day)}</span>;
    const of = names(interaction);
    const place = [
      ...(type === undefined ? [] : [of.ticketType(activity, type)]),
      ...(host === undefined ? [] : [of.host(activity, host)]),
      of.activity(activity),
    ].join(", ");
    return (
      <span className="report-slice">
        {slot !== undefined && <When at={slot} zone={zoneOf(interaction)} />} {place}{" "}
        <span className="soft">{nameOf(interaction)}</span>
      </span>
    );
  };
}

/** The bookings of a row; null where its days are of several zones. */
export function useSliceSearch({ from, to, interaction: asked }: Filters) {
  const { campaigns = [] } = useCampaigns();
  const zones = new Set(campaigns.map(({ timezone }) => timezone));
  return (row: Row): Searches["bookings"] | null => {
    const { day, slot, activity, host, ticket_type: type } = row;
    const interaction = row.interaction ?? asked;
    if (day !== undefined && interaction === undefined && zones.size > 1) return null;
    return {
      ...(interaction !== undefined && { interaction }),
      ...(activity !== undefined && { activity }),
      ...(host !== undefined && { host }),
      ...(type !== undefined && { ticket_type: type }),
      ...(slot !== undefined && { slot }),
      ...(day !== undefined && { from: day, to: day }),
      ...(day === undefined && slot === undefined && { from, to }),
    };
  };
}
