import { Link } from "@tanstack/react-router";
import { useMayEverywhere } from "../api/session.ts";
import { useAccount, useAccountChoice } from "./account.ts";

const everywhere = [
  { to: "/", words: "Overview" },
  { to: "/accounts", words: "Accounts" },
  { to: "/requests", words: "Request trace" },
  { to: "/audit", words: "Audit log" },
] as const;

const within = [
  { to: "/at/$tenant/$environment/desk", words: "Check-in desk" },
  { to: "/at/$tenant/$environment/bookings", words: "Bookings" },
  { to: "/at/$tenant/$environment/campaigns", words: "Campaigns" },
  { to: "/at/$tenant/$environment/slots", words: "Slots" },
  { to: "/at/$tenant/$environment/credentials", words: "Credentials" },
  { to: "/at/$tenant/$environment/imports", words: "Imports" },
  { to: "/at/$tenant/$environment/account", words: "Hosts and endpoints" },
] as const;

/** Where one can go: the installation first, then the account that was chosen. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { tenant, environment } = useAccount();
  const { accounts, choose } = useAccountChoice();
  const mayEverywhere = useMayEverywhere();
  const current = tenant === "" ? "" : `${tenant}/${environment}`;
  const shown = current === "" && accounts.length === 1 ? (accounts[0]?.account ?? "") : current;
  const [shownTenant = "", shownEnvironment = ""] = shown.split("/");
  return (
    <nav className="nav" aria-label="Pages" onClick={onGo}>
      <ul>
        {everywhere.map(({ to, words }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === "/" }}>
              {words}
            </Link>
          </li>
        ))}
        {mayEverywhere && (
          <li>
            <Link to="/operators">Operators</Link>
          </li>
        )}
      </ul>
      <div className="nav-title" id="account-title">
        Account
      </div>
      <select
        className="input"
        aria-labelledby="account-title"
        value={shown}
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => choose(target.value)}
      >
        {shown === "" && <option value="">Choose an account…</option>}
        {accounts.map(({ account }) => (
          <option key={account} value={account}>
            {account}
          </option>
        ))}
      </select>
      {shown !== "" && (
        <ul>
          {within.map(({ to, words }) => (
            <li key={to}>
              <Link to={to} params={{ tenant: shownTenant, environment: shownEnvironment }}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
