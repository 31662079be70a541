import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { MoreButton } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { useAccount } from "../../shell/account.ts";
import { BookDialog } from "./book-dialog.tsx";
import { BookingFilters, type Filters } from "./booking-filters.tsx";
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
  const mayBook = useMay("admin");
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
          initial={filters.q ?? ""}
          onSearch={(q) => choose(q === "" ? {} : { q })}
        />
        {filters.q === undefined ? (
          <>
            <BookingFilters campaigns={campaigns} filters={filters} onChange={choose} />
            <List filters={filters} zoneOf={zoneOf} onClear={() => choose({})} />
          </>
        ) : (
          <FoundPanel typed={filters.q} zoneOf={zoneOf} onClear={() => choose({})} />
        )}
      </div>
      {booking && <BookDialog onClose={() => setBooking(false)} />}
    </>
  );
}

function List({
  filters,
  zoneOf,
  onClear,
}: {
  readonly filters: Filters;
  readonly zoneOf: (interaction: string) => string;
  readonly onClear: () => void;
}) {
  const { interaction, status, from, to } = filters;
  const zone = zoneOf(interaction ?? "");
  // The default is upcoming bookings; a filter of dates shows past ones.
  const start = from ?? dayIn(zone, Date.now());
  const found = usePages("findBookings", {
    path: useAccount(),
    query: {
      ...(interaction !== undefined && { interaction }),
      ...(status !== undefined && { status: [status] }),
      from: new Date(boundsOfDay(start, zone).from).toISOString(),
      ...(to !== undefined && { to: new Date(boundsOfDay(to, zone).to).toISOString() }),
      limit: 50,
    },
  });
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
                { start },
              )}
            </p>
            <Button onClick={onClear}>{t("Show all to come")}</Button>
          </Empty>
        ) : (
          <>
            <BookingsTable label={t("Bookings")} bookings={bookings} zoneOf={zoneOf} />
            <MoreButton query={found} />
          </>
        )
      }
    </Shown>
  );
}
