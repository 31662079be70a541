import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns, useNames } from "../../api/campaigns.ts";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { MoreButton } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { csvAddress } from "../../kit/csv-delimiter.ts";
import { useAccount } from "../../shell/account.ts";
import { BookDialog } from "./book-dialog.tsx";
import { BookingFilters, type Filters } from "./booking-filters.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { BookingsTable } from "./bookings-table.tsx";
import { FoundPanel } from "./found-panel.tsx";
import { SearchBox } from "./search-box.tsx";
import "./bookings.css";

/** All bookings of an account, filtered, or the records of one id. */
export function BookingsPage() {
  const filters = useSearch({ from: "/signed-in/at/$tenant/$environment/bookings" });
  const account = useAccount();
  const navigate = useNavigate();
  const { zoneOf, campaigns = [] } = useCampaigns();
  const [booking, setBooking] = useState(false);
  const mayBook = useMay("book");
  const choose = (next: Filters) =>
    void navigate({ to: "/at/$tenant/$environment/bookings", params: account, search: next });
  return (
    <>
      <PageHeader title={t("Bookings")}>
        {mayBook && (
          <Button tone="primary" onClick={() => setBooking(true)}>
            {t("Book for a contact")}
          </Button>
        )}
      </PageHeader>
      <div className="stack">
        <SearchBox
          key={filters.q ?? ""}
          label={t("Find by name, external id, reference, booking or request id")}
          initial={filters.q ?? ""}
          onSearch={(q) => choose(q === "" ? {} : { q })}
        />
        {filters.q === undefined ? (
          <>
            <BookingFilters
              campaigns={campaigns}
              filters={filters}
              zone={zoneOf(filters.interaction ?? "")}
              onChange={choose}
            />
            <Slice filters={filters} onChange={choose} />
            <List filters={filters} zoneOf={zoneOf} onChange={choose} />
          </>
        ) : (
          <FoundPanel typed={filters.q} zoneOf={zoneOf} onClear={() => choose({})} />
        )}
      </div>
      {booking && <BookDialog onClose={() => setBooking(false)} />}
    </>
  );
}

/** What a report's row chose beyond the filters that can be typed, and how to leave it. */
function Slice({
  filters,
  onChange,
}: {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}) {
  const { zoneOf } = useCampaigns();
  const { ticket_type: type, slot, ...others } = filters;
  const { interaction = "", activity } = filters;
  const isTyped = activity !== undefined && type !== undefined;
  const names = useNames(isTyped ? [{ interaction, activity, ticket_type: type }] : [])(
    interaction,
  );
  if (!isTyped && slot === undefined) return null;
  const words = [
    ...(isTyped ? [names.ticketType(activity, type)] : []),
    ...(slot === undefined ? [] : [instantWords(slot, zoneOf(interaction))]),
  ];
  return (
    <p className="row">
      {t("Only {what}.", { what: words.join(", ") })}
      <Button tone="quiet" onClick={() => onChange(others)}>
        {t("All of this choice")}
      </Button>
    </p>
  );
}

/** The conditions of the filters, for the list and for its file. */
function queryOf(filters: Filters, zone: string) {
  const { interaction, activity, host, ticket_type: type, slot, status, from, to } = filters;
  // The default is upcoming bookings; a filter of dates shows past ones.
  const start = from ?? dayIn(zone, Date.now());
  return {
    ...(interaction !== undefined && { interaction }),
    ...(activity !== undefined && { activity }),
    ...(host !== undefined && { host }),
    ...(type !== undefined && { ticket_type: type }),
    ...(status !== undefined && { status: [status] }),
    ...(slot === undefined
      ? { from: new Date(boundsOfDay(start, zone).from).toISOString() }
      : { slot }),
    ...(to !== undefined && { to: new Date(boundsOfDay(to, zone).to).toISOString() }),
  };
}

function List({
  filters,
  zoneOf,
  onChange,
}: {
  readonly filters: Filters;
  readonly zoneOf: (interaction: string) => string;
  readonly onChange: (filters: Filters) => void;
}) {
  const account = useAccount();
  const zone = zoneOf(filters.interaction ?? "");
  const query = queryOf(filters, zone);
  const latestFirst = filters.order === "latest";
  const found = usePages("findBookings", {
    path: account,
    query: { ...query, ...(latestFirst && { latest_first: true }), limit: 50 },
  });
  const onLatestFirst = (latest: boolean) => {
    const { order: _, ...others } = filters;
    onChange({ ...others, ...(latest && { order: "latest" as const }) });
  };
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return (
    <Shown
      of={{ data: found.items, error: found.error, refetch: () => found.refetch() }}
      what={t("bookings")}
    >
      {(bookings) =>
        bookings.length === 0 ? (
          <Empty title={t("No bookings here")}>
            <p>
              {t(
                "None from {start} on fits this choice. Earlier ones are found by an earlier day.",
                { start: filters.from ?? dayIn(zone, Date.now()) },
              )}
            </p>
            <Button onClick={() => onChange({})}>{t("Show all to come")}</Button>
          </Empty>
        ) : (
          <>
            <BulkBar
              bookings={bookings.filter(({ booking }) => keys.has(booking))}
              onDone={() => setKeys(new Set())}
            />
            <BookingsTable
              label={t("Bookings")}
              bookings={bookings}
              zoneOf={zoneOf}
              order={{ latestFirst, onLatestFirst }}
              selection={{ keys, onChange: setKeys }}
            />
            <div className="row">
              <MoreButton query={found} />
              <a className="button" href={csvAddress("downloadBookings", account, query)} download>
                {t("All of them as CSV")}
              </a>
              {found.hasNextPage && (
                <span className="soft">
                  {t("Only the order by slot is of all; any other is of the {count} shown.", {
                    count: bookings.length,
                  })}
                </span>
              )}
            </div>
          </>
        )
      }
    </Shown>
  );
}
