import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCampaigns } from "../../api/campaigns.ts";
import { useApiQuery } from "../../api/queries.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { csvAddress } from "../../kit/csv-delimiter.ts";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import { searches, type Searches } from "../../shell/searches.ts";
import { CampaignField } from "../bookings/booking-filters.tsx";
import { Plot } from "../overview/plot.tsx";
import "../overview/overview.css";
import { Cancellations, Figures } from "./report-figures.tsx";
import { ReportBars } from "./report-bars.tsx";
import { ReportTable } from "./report-table.tsx";
import { dayRanges, nameOfRange } from "./day-ranges.ts";
import { daySeries } from "./day-series.ts";
import "./report.css";

const lastDays = dayRanges[0]?.range ?? ((to: string) => ({ from: to, to }));

/** What became of the bookings of an account or a campaign. */
export function ReportPage() {
  const asked = useSearch({ from: "/signed-in/at/$tenant/$environment/report" });
  const account = useAccount();
  const navigate = useNavigate();
  const { zoneOf } = useCampaigns();
  const { interaction, by = "day" } = asked;
  const zone = zoneOf(interaction ?? "");
  const today = dayIn(zone, Date.now());
  const from = asked.from ?? lastDays(asked.to ?? today).from;
  const to = asked.to ?? (asked.from !== undefined && asked.from > today ? asked.from : today);
  const query = {
    ...(interaction !== undefined && { interaction }),
    from: new Date(boundsOfDay(from, zone).from).toISOString(),
    to: new Date(boundsOfDay(to, zone).to).toISOString(),
    by,
    details: true,
  };
  const report = useApiQuery("showReport", { path: account, query }, { keepPrevious: true });
  const choose = (next: Searches["report"]) =>
    void navigate({ to: "/at/$tenant/$environment/report", params: account, search: next });
  return (
    <>
      <PageHeader title={t("Report")} eyebrow={`${account.tenant}/${account.environment}`}>
        <a className="button" href={csvAddress("downloadReport", account, query)} download>
          {t("Download CSV")}
        </a>
      </PageHeader>
      <div className="stack">
        <ReportFilters
          shown={{ ...asked, from, to, by }}
          zone={zone}
          today={today}
          onChange={choose}
        />
        <Shown
          of={{ ...report, data: report.data?.body, refetch: () => report.refetch() }}
          what={t("the report")}
        >
          {(shown) =>
            shown.rows.length === 0 ? (
              <Empty title={t("No slots in these days")}>
                <p>{t("A report counts the bookings of slots that start in the days above.")}</p>
              </Empty>
            ) : (
              <>
                <Figures total={shown.total} />
                {shown.by === "day" && shown.rows.length > 1 && (
                  <Plot
                    title={t("Tickets by day")}
                    unit={t("of confirmed bookings, by the slot's day")}
                    hasTable={false}
                    {...daySeries(shown.rows)}
                  />
                )}
                {shown.by !== "day" && (
                  <ReportBars by={shown.by} rows={shown.rows} filters={{ interaction, from, to }} />
                )}
                <ReportTable report={shown} filters={{ interaction, from, to }} />
                <Cancellations total={shown.total} reasons={shown.reasons ?? []} />
              </>
            )
          }
        </Shown>
      </div>
    </>
  );
}

function ReportFilters({
  shown,
  zone,
  today,
  onChange,
}: {
  readonly shown: Searches["report"] & { readonly from: string; readonly to: string };
  readonly zone: string;
  readonly today: string;
  readonly onChange: (next: Searches["report"]) => void;
}) {
  const { campaigns = [] } = useCampaigns();
  const choose =
    (name: keyof Searches["report"]) =>
    ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(searches.report({ ...shown, [name]: target.value }));
  const chooseRange = ({ target }: { readonly target: { readonly value: string } }) => {
    const range = dayRanges.find(({ name }) => name === target.value)?.range(today);
    onChange(searches.report({ ...shown, ...range }));
  };
  return (
    <div className="report-filters" role="group" aria-label={t("Filters")}>
      <CampaignField
        campaigns={campaigns}
        value={shown.interaction}
        onChange={choose("interaction")}
      />
      <SelectField label={t("Days")} value={nameOfRange(shown, today)} onChange={chooseRange}>
        {dayRanges.map(({ name, words }) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
        <option value="own">{t("As chosen")}</option>
      </SelectField>
      <TextField
        label={t("Slots from ({zone})", { zone })}
        type="date"
        value={shown.from}
        max={shown.to}
        onChange={choose("from")}
      />
      <TextField
        label={t("To, included ({zone})", { zone })}
        type="date"
        value={shown.to}
        min={shown.from}
        onChange={choose("to")}
      />
      <SelectField label={t("A row for each")} value={shown.by} onChange={choose("by")}>
        <option value="day">{t("Day")}</option>
        <option value="slot">{t("Slot")}</option>
        <option value="activity">{t("Activity")}</option>
        <option value="host">{t("Host")}</option>
        <option value="ticket_type">{t("Ticket type")}</option>
      </SelectField>
    </div>
  );
}
