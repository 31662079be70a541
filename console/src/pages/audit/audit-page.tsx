import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import type { AuditEvent } from "../../api/operations.ts";
import { usePages } from "../../api/queries.ts";
import { DataTable, MoreButton, type Column } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { AccountLink } from "../../shell/account-link.tsx";
import "./audit.css";
import { AuditFilters } from "./audit-filters.tsx";
import { Details } from "./details.tsx";

/** The changes of operators, newest first: who, what, when, by which request, before and after. */
export function AuditPage() {
  const navigate = useNavigate();
  const filter = useSearch({ from: "/signed-in/audit" });
  const { from, to, ...others } = filter;
  const events = usePages("listAuditEvents", {
    query: {
      ...others,
      ...(from !== undefined && { from: `${from}T00:00:00Z` }),
      ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
    },
  });
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title={t("Audit log")} />
      <div className="stack">
        <AuditFilters
          key={JSON.stringify(filter)}
          filter={filter}
          onFilter={(search) => void navigate({ to: "/audit", search })}
        />
        <Shown of={{ ...events, data: events.items }} what={t("what operators did")}>
          {(items) =>
            items.length === 0 ? (
              <div className="card">
                <Empty title={filtered ? t("Nothing fits") : t("Nothing was done yet")}>
                  {filtered ? (
                    <p>
                      {t("Actor and action have to be written as in the log, letter by letter.")}
                    </p>
                  ) : (
                    <p>
                      {t("Every change by an operator stands here, from the console or elsewhere.")}
                    </p>
                  )}
                </Empty>
              </div>
            ) : (
              <>
                <DataTable
                  label={t("What operators did")}
                  columns={columnsFor(items)}
                  rows={items}
                  rowKey={({ id }) => id}
                />
                <MoreButton query={events} />
                <p className="soft">
                  {t("Changes of single bookings stand in the bookings' own histories.")}
                </p>
              </>
            )
          }
        </Shown>
      </div>
    </>
  );
}

function columnsFor(events: readonly AuditEvent[]): readonly Column<AuditEvent>[] {
  /** A time that equals the previous row's is shown to screen readers and in cards only. */
  const repeats = new Set(
    events.flatMap(({ id, at }, index) =>
      minuteOf(events[index - 1]?.at) === minuteOf(at) ? [id] : [],
    ),
  );
  const when: Column<AuditEvent> = {
    header: t("When"),
    cell: ({ id, at }) => (
      <span className="audit-when" data-repeats={repeats.has(id) || undefined}>
        <When at={at} />
      </span>
    ),
  };
  return [when, ...others];
}

function minuteOf(at: string | undefined): string | undefined {
  return at?.slice(0, "2026-05-04T10:00".length);
}

const others: readonly Column<AuditEvent>[] = [
  { header: t("Who"), cell: ({ actor }) => actor },
  { header: t("What"), cell: ({ action }) => <strong>{action}</strong> },
  {
    header: t("Of"),
    cell: ({ account, subject }) => (
      <span className="audit-of">
        {account !== null && <AccountLink account={account} />}
        <span className="mono">{subject}</span>
      </span>
    ),
  },
  { header: t("Change"), cell: (event) => <Details event={event} /> },
  {
    header: t("Request"),
    cell: ({ request_id: id }) =>
      id === null ? null : (
        <Link to="/requests" search={{ id }} className="mono audit-request" title={id}>
          {id}
        </Link>
      ),
  },
];
