import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
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

/** All bookings of an account, filtered; or what one id is. */
export function BookingsPage() {
  const filters = textsOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { zoneOf, campaigns = [] } = useCampaigns();
  const [booking, setBooking] = useState(false);
  const mayBook = useMay("admin");
  const choose = (next: Filters) => void navigate({ to: ".", search: next as never });
  return (
    <>
      <PageHeader title="Bookings">
        {mayBook && (
          <Button tone="primary" onClick={() => setBooking(true)}>
            Book for a contact
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
  // Without being told otherwise, bookings to come; the past is asked for by its dates.
  const start = from ?? dayIn(zone, Date.now());
  const found = usePages("findBookings", {
    path: useAccount(),
    query: {
      ...(interaction !== undefined && { interaction }),
      ...(isStatus(status) && { status: [status] }),
      from: new Date(boundsOfDay(start, zone).from).toISOString(),
      ...(to !== undefined && { to: new Date(boundsOfDay(to, zone).to).toISOString() }),
      limit: 50,
    },
  });
  return (
    <Shown
      of={{ data: found.items, error: found.error, refetch: () => found.refetch() }}
      what="bookings"
    >
      {(bookings) =>
        bookings.length === 0 ? (
          <Empty title="No bookings here">
            <p>None from {start} on fits this choice. Earlier ones are found by an earlier day.</p>
            <Button onClick={onClear}>Show all to come</Button>
          </Empty>
        ) : (
          <>
            <BookingsTable label="Bookings" bookings={bookings} zoneOf={zoneOf} />
            <MoreButton query={found} />
          </>
        )
      }
    </Shown>
  );
}

const statuses = ["CONFIRMED", "WAITLIST", "CANCELLED"] as const;

function isStatus(text: string | undefined): text is (typeof statuses)[number] {
  return statuses.some((each) => each === text);
}

/** The router reads numbers and the like out of an address; here everything is text. */
function textsOf(search: object): Filters {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === "" || value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
}
