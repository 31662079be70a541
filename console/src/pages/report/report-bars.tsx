import type { Operations } from "../../api/operations.ts";
import { t } from "../../language/t.ts";
import { whole } from "./report-figures.tsx";
import { ToBookings, useSliceSearch, useSliceWords, type Filters } from "./report-table.tsx";

type Report = Operations["showReport"]["answer"];
type Row = Report["rows"][number];

/** More bars than these are no chart any more. */
const barsMax = 15;

/** The tickets of slots, activities, hosts or ticket types as bars, the most first; each leads to its bookings. */
export function ReportBars({
  by,
  rows,
  filters,
}: Pick<Report, "rows"> & {
  readonly by: Exclude<Report["by"], "day">;
  readonly filters: Filters;
}) {
  const shown = rows
    .filter(({ tickets }) => tickets > 0)
    .toSorted((one, other) => other.tickets - one.tickets)
    .slice(0, barsMax);
  const words = useSliceWords(shown);
  const searchOf = useSliceSearch(filters);
  const most = Math.max(
    1,
    ...shown.map(({ tickets, capacity, taken }) =>
      Math.max(tickets, tickets + (capacity ?? 0) - (taken ?? 0)),
    ),
  );
  if (shown.length < 2) return null;
  const hasCapacity = by !== "ticket_type";
  return (
    <figure className="card plot" aria-label={titles[by]}>
      <figcaption className="plot-caption">
        <h2>{titles[by]}</h2>
        <span className="soft">
          {rows.length > shown.length
            ? t("of confirmed bookings, the {count} with the most", { count: shown.length })
            : t("of confirmed bookings, the most first")}
        </span>
      </figcaption>
      <ul className="plot-legend">
        {parts.map(({ part, label }) => (
          <li key={part}>
            <span className="report-mark" data-part={part} aria-hidden="true" />
            {label}
          </li>
        ))}
        {hasCapacity && (
          <li>
            <span className="report-mark" aria-hidden="true" />
            {t("Free")}
          </li>
        )}
      </ul>
      <ul className="report-bars">
        {shown.map((row) => {
          const search = searchOf(row);
          return (
            <li key={keyOf(row)}>
              {search === null ? words(row) : <ToBookings search={search}>{words(row)}</ToBookings>}
              <Bar row={row} most={most} />
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

function keyOf({ interaction, activity, host, slot, ticket_type: type }: Row): string {
  return JSON.stringify([interaction, activity, host, slot, type]);
}

function Bar({ row, most }: { readonly row: Row; readonly most: number }) {
  const { tickets, checked_in: here, no_shows: missing, capacity, taken } = row;
  const widths = { here, missing, expected: tickets - here - missing };
  return (
    <>
      <span className="report-track" aria-hidden="true">
        {parts.map(({ part }) => (
          <span key={part} data-part={part} style={share(widths[part], most)} />
        ))}
        <span style={share(Math.max(0, (capacity ?? 0) - (taken ?? 0)), most)} />
      </span>
      <span className="num">{whole(tickets)}</span>
    </>
  );
}

const parts = [
  { part: "here", label: t("Check-ins") },
  { part: "missing", label: t("No-shows") },
  { part: "expected", label: t("Expected") },
] as const;

const titles = {
  slot: t("Tickets by slot"),
  activity: t("Tickets by activity"),
  host: t("Tickets by host"),
  ticket_type: t("Tickets by ticket type"),
} as const;

function share(count: number, most: number) {
  return { width: `${(count / most) * 100}%` };
}
