import { useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import type { Overview } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Fault, Shown } from "../../kit/states.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { Headlines } from "./headlines.tsx";
import { NoTraffic } from "./no-traffic.tsx";
import { OverviewFilters, type TimeWindow } from "./overview-filters.tsx";
import "./overview.css";
import { Plot } from "./plot.tsx";
import { RefusalTable } from "./refusal-table.tsx";
import { latencySeries, refusalSeries, requestSeries } from "./series.ts";
import { Today } from "./today.tsx";

/** What is on today and tomorrow, then the service's present traffic, latency, refusals, and counts. */
export function OverviewPage() {
  const navigate = useNavigate();
  const { account = "", window: timeWindow = "5m" } = useSearch({ from: "/signed-in/" });
  const overview = useApiQuery(
    "showOverview",
    { query: { window: timeWindow, ...(account !== "" && { account }) } },
    { everyMs: 2_000, keepPrevious: true },
  );
  const choose = (next: { readonly timeWindow?: TimeWindow; readonly account?: string }) => {
    const chosen = { timeWindow, account, ...next };
    void navigate({
      to: "/",
      search: {
        ...(chosen.timeWindow !== "5m" && { window: chosen.timeWindow }),
        ...(chosen.account !== "" && { account: chosen.account }),
      },
      replace: true,
    });
  };
  return (
    <>
      <PageHeader title={t("Overview")}>
        <OverviewFilters timeWindow={timeWindow} account={account} onChoose={choose} />
      </PageHeader>
      <div className="stack today">
        <Today account={account} />
      </div>
      <Shown of={overview} what={t("the traffic")}>
        {({ body }) => (
          <div className="stack">
            {overview.error !== null && (
              <Fault error={overview.error} onRetry={() => void overview.refetch()} />
            )}
            <Headlines overview={body} account={account} />
            {body.totals.requests === 0 ? (
              <NoTraffic overview={body} account={account} />
            ) : (
              <Traffic overview={body} />
            )}
          </div>
        )}
      </Shown>
    </>
  );
}

function Traffic({ overview }: { readonly overview: Overview }) {
  const place = { from: Date.parse(overview.from), stepSeconds: overview.step_seconds };
  const refusals = refusalSeries(overview);
  return (
    <>
      {overview.incomplete && (
        <p className="note" data-tone="amber">
          {t(
            "So many accounts had requests at once that not all were kept apart: some of this account's are missing here.",
          )}
        </p>
      )}
      <div className="plots">
        <Plot
          {...place}
          title={t("Requests")}
          unit={t("a second, by endpoint")}
          series={requestSeries(overview)}
        />
        <Plot
          {...place}
          title={t("Latency")}
          unit={t("milliseconds, all endpoints")}
          series={latencySeries(overview)}
        />
        {refusals.length > 0 && (
          <Plot
            {...place}
            title={t("Refusals")}
            unit={t("a second, by reason")}
            series={refusals}
          />
        )}
        <RefusalTable overview={overview} />
      </div>
      <EndpointTable overview={overview} />
    </>
  );
}
