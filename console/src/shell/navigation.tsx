import { Link } from "@tanstack/react-router";
import { t } from "../language/t.ts";
import { useMayEverywhere } from "../api/session.ts";
import { useAccountChoice } from "./account.ts";
import { Icon } from "./icon.tsx";

const everywhere = [
  { to: "/", words: t("Overview"), icon: "overview" },
  { to: "/accounts", words: t("Accounts"), icon: "accounts" },
  { to: "/requests", words: t("Request trace"), icon: "requests" },
  { to: "/audit", words: t("Audit log"), icon: "audit" },
  { to: "/sessions", words: t("Sessions"), icon: "sessions" },
] as const;

const within = [
  { to: "/at/$tenant/$environment/desk", words: t("Check-in desk"), icon: "desk" },
  { to: "/at/$tenant/$environment/bookings", words: t("Bookings"), icon: "bookings" },
  { to: "/at/$tenant/$environment/contacts", words: t("Contacts"), icon: "contacts" },
  { to: "/at/$tenant/$environment/campaigns", words: t("Campaigns"), icon: "campaigns" },
  { to: "/at/$tenant/$environment/slots", words: t("Slots"), icon: "slots" },
  { to: "/at/$tenant/$environment/report", words: t("Report"), icon: "report" },
  { to: "/at/$tenant/$environment/changes", words: t("Changes"), icon: "changes" },
  { to: "/at/$tenant/$environment/imports", words: t("Imports"), icon: "imports" },
  { to: "/at/$tenant/$environment/credentials", words: t("Credentials"), icon: "credentials" },
  { to: "/at/$tenant/$environment/webhooks", words: t("Webhooks"), icon: "webhooks" },
  { to: "/at/$tenant/$environment/account", words: t("Hosts and endpoints"), icon: "account" },
] as const;

/** The links of the menu: the installation first, then the chosen account. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { accounts, choose, chosen, unchosen } = useAccountChoice();
  const mayEverywhere = useMayEverywhere("operators");
  const [tenant = "", environment = ""] = chosen.split("/");
  return (
    <nav className="nav" aria-label={t("Pages")}>
      <ul>
        {everywhere.map(({ to, words, icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === "/" }} onClick={onGo}>
              <Icon name={icon} />
              {words}
            </Link>
          </li>
        ))}
        {mayEverywhere && (
          <li>
            <Link to="/operators" onClick={onGo}>
              <Icon name="operators" />
              {t("Operators")}
            </Link>
          </li>
        )}
      </ul>
      <div className="nav-account">
        <label className="nav-title" htmlFor="nav-account">
          {t("Account")}
        </label>
        <select
          id="nav-account"
          className="input"
          value={chosen}
          onChange={({ target }) => {
            choose(target.value);
            onGo();
          }}
        >
          {chosen === "" && <option value="">{unchosen}</option>}
          {accounts.map(({ account }) => (
            <option key={account} value={account}>
              {account}
            </option>
          ))}
        </select>
      </div>
      {chosen !== "" && (
        <ul>
          {within.map(({ to, words, icon }) => (
            <li key={to}>
              <Link to={to} params={{ tenant, environment }} onClick={onGo}>
                <Icon name={icon} />
                {words}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
