import type { ReactNode } from "react";
import { locale, t } from "../../language/t.ts";
import type { Overview } from "../../api/operations.ts";
import { useAccounts } from "../../api/use-accounts.ts";
import { useHealth } from "./health.ts";
import { currentRate, shortNumber } from "./series.ts";

/** The most important numbers. */
export function Headlines({
  overview,
  account,
}: {
  readonly overview: Overview;
  readonly account: string;
}) {
  const health = useHealth();
  const accounts = useAccounts({ everyMs: 10_000 }).data?.accounts ?? [];
  const shown = account === "" ? accounts : accounts.filter((each) => each.account === account);
  const sum = (kind: string) => shown.reduce((total, { counts }) => total + (counts[kind] ?? 0), 0);
  const { requests, refused } = overview.totals;
  const p99 = overview.totals.latency_ms["all"]?.p99 ?? null;
  return (
    <ul className="headlines">
      {health !== null && (
        <Headline label={t("Service")} tone={health.ready ? "good" : "danger"} note={health.words}>
          {health.ready ? t("Ready") : t("Not ready")}
        </Headline>
      )}
      <Headline
        label={t("Requests a second")}
        note={t("{count} in this window", { count: whole(requests) })}
      >
        {shortNumber(currentRate(overview))}
      </Headline>
      <Headline label={t("99 % answered within (p99)")} note={t("all endpoints, this window")}>
        {p99 === null ? "–" : t("{ms} ms", { ms: shortNumber(p99) })}
      </Headline>
      <Headline label={t("Refused")} note={t("{count} in this window", { count: whole(refused) })}>
        {requests === 0 ? "–" : `${shortNumber((100 * refused) / requests)} %`}
      </Headline>
      <Headline
        label={t("Bookings")}
        note={t("of {count, plural, one {# contact} other {# contacts}}", {
          count: sum("contact"),
        })}
      >
        {whole(sum("booking"))}
      </Headline>
      <Headline
        label={account === "" ? t("Accounts") : t("Campaigns")}
        note={
          account === ""
            ? t("with {count, plural, one {# campaign} other {# campaigns}}", {
                count: sum("interaction"),
              })
            : account
        }
      >
        {whole(account === "" ? accounts.length : sum("interaction"))}
      </Headline>
    </ul>
  );
}

function Headline({
  label,
  note,
  tone,
  children,
}: {
  readonly label: string;
  readonly note: string;
  readonly tone?: "good" | "danger";
  readonly children: ReactNode;
}) {
  return (
    <li className="card headline" data-tone={tone}>
      <span className="soft">{label}</span>
      <strong className="num">{children}</strong>
      <span className="soft headline-note">{note}</span>
    </li>
  );
}

function whole(value: number): string {
  return value.toLocaleString(locale);
}
