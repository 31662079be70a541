import { Link } from "@tanstack/react-router";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Overview } from "../../api/operations.ts";
import { useMayEverywhere } from "../../api/session.ts";
import { useAccounts } from "../../api/use-accounts.ts";
import { Copy } from "../../kit/copy.tsx";
import { Empty } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";

/** Shown where no request is counted in the time that is looked at: how to send one. */
export function NoTraffic({
  overview,
  account,
}: {
  readonly overview: Overview;
  readonly account: string;
}) {
  const mayEverywhere = useMayEverywhere("accounts");
  const accounts = useAccounts().data?.accounts;
  if (accounts === undefined) return null;
  const shown = accounts.find((each) => account === "" || each.account === account);
  if (shown === undefined) {
    return (
      <div className="card">
        <Empty title={t("Nothing is here yet")}>
          <p>
            {t(
              "An account comes first, then a credential for whoever calls, a campaign, and its slots.",
            )}
          </p>
          {mayEverywhere && (
            <p>
              <Link to="/accounts">{t("Make an account")}</Link>
            </p>
          )}
        </Empty>
      </div>
    );
  }
  const [tenant = "", environment = ""] = shown.account.split("/");
  const [host = ""] = shown.api_hosts;
  const isLonger = Date.parse(overview.counting_since) < Date.parse(overview.from);
  const address = overview.api ?? "http://127.0.0.1:8080";
  return (
    <div className="card no-traffic">
      <Empty title={isLonger ? t("No requests in this time") : t("No requests yet")}>
        {isLonger && <p>{t("A longer time may have some: choose it above.")}</p>}
        <p>
          <Trans
            id="No request reached {reached} since {when}. Send one from the machine of the service; it has no token, so it is answered 401, and shows here within seconds:"
            values={{
              reached: account === "" ? t("the service") : account,
              when: <When at={later(overview.counting_since, overview.from)} />,
            }}
          />
        </p>
      </Empty>
      <Copy
        label={t("A first request")}
        text={`curl -i '${address}/v1/interactions:fetchContactBookings?external_id=CUST-1' -H 'Host: ${host}'`}
      />
      <p className="soft">
        <Trans
          id="For calls that get through, make a <0>credential of {account}</0>: its dialogue has them ready."
          values={{ account: shown.account }}
          components={{
            0: <Link to="/at/$tenant/$environment/credentials" params={{ tenant, environment }} />,
          }}
        />
      </p>
    </div>
  );
}

function later(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other;
}
