import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import type { AuditEvent } from "../../api/operations.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import { usePages } from "../../api/queries.ts";
import { DataTable, MoreButton, type Column } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { sentenceIn } from "../../kit/instant-words.ts";
import { boundsOfDay } from "../../kit/zoned-day.ts";
import { AccountLink } from "../../shell/account-link.tsx";
import "./audit.css";
import { AuditFilters } from "./audit-filters.tsx";
import { Details } from "./details.tsx";

/** The changes of operators, newest first: who, what, when, by which request, before and after. */
export function AuditPage() {
  const navigate = useNavigate();
  const filter = useSearch({ from: "/signed-in/audit" });
  const { from, to, ...others } = filter;
  const zone = useSharedZone();
  const events = usePages("listAuditEvents", {
    query: {
      ...others,
      ...(from !== undefined && { from: new Date(boundsOfDay(from, zone).from).toISOString() }),
      ...(to !== undefined && { to: new Date(boundsOfDay(to, zone).to).toISOString() }),
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
          zone={zone}
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
                  columns={columnsFor(zone)}
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

function columnsFor(zone: string): readonly Column<AuditEvent>[] {
  return [
    {
      header: t("When, by whom"),
      cell: ({ at, actor }) => (
        <span className="audit-when">
          <When at={at} />
          <span className="soft">{actor}</span>
        </span>
      ),
    },
    {
      header: t("What"),
      cell: ({ action, request_id: id }) => (
        <span className="audit-of">
          <strong className="audit-what">{action}</strong>
          {isOfApiHost(action) && <span className="soft">{t("API host")}</span>}
          {id !== null && (
            <Link to="/requests" search={{ id }} className="mono audit-request" title={id}>
              {id}
            </Link>
          )}
        </span>
      ),
    },
    {
      header: t("Of"),
      cell: ({ account, subject }) => (
        <span className="audit-of">
          {account !== null && <AccountLink account={account} />}
          <span className="mono">{sentenceIn(zone, subject)}</span>
        </span>
      ),
    },
    { header: t("Change"), cell: (event) => <Details event={event} /> },
  ];
}

/** The log says "host" of the names that the interface is called by; an activity's hosts are in its catalogue. */
function isOfApiHost(action: string): boolean {
  return action === "host added" || action === "host removed";
}
