import { Link } from "@tanstack/react-router";
import { locale, t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { CloseCard } from "./close-card.tsx";
import { EndpointsCard } from "./endpoints-card.tsx";
import { HostsCard } from "./hosts-card.tsx";
import "./account.css";

/** An account's hosts, endpoints and counts. */
export function AccountPage() {
  const path = useAccount();
  const account = useApiQuery("showAccount", { path });
  return (
    <>
      <PageHeader title={t("Hosts and endpoints")} eyebrow={`${path.tenant}/${path.environment}`} />
      <Shown of={account} what={t("the account")}>
        {({ body }) => (
          <div className="account-grid">
            <HostsCard account={body} />
            <EndpointsCard account={body} />
            <CountsCard counts={body.counts} />
            <CloseCard account={body} />
          </div>
        )}
      </Shown>
    </>
  );
}

const kinds = [
  { kind: "interaction", words: t("Campaigns"), to: "/at/$tenant/$environment/campaigns" },
  { kind: "activity", words: t("Activities"), to: "/at/$tenant/$environment/campaigns" },
  { kind: "slot", words: t("Slots"), to: "/at/$tenant/$environment/slots" },
  { kind: "booking", words: t("Bookings"), to: "/at/$tenant/$environment/bookings" },
  { kind: "contact", words: t("Contacts"), to: "/at/$tenant/$environment/bookings" },
  { kind: "credential", words: t("Credentials"), to: "/at/$tenant/$environment/credentials" },
] as const;

function CountsCard({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const params = useAccount();
  return (
    <section className="card" aria-labelledby="counts-title">
      <h2 id="counts-title">{t("What it holds")}</h2>
      <ul className="counts">
        {kinds.map(({ kind, words, to }) => (
          <li key={kind}>
            <Link to={to} params={params}>
              <strong className="num">{(counts[kind] ?? 0).toLocaleString(locale)}</strong>
              <span>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
