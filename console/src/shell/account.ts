import { useNavigate, useRouterState } from "@tanstack/react-router";
import { createContext, useContext, useEffect } from "react";
import { useAccounts } from "../api/use-accounts.ts";
import { t } from "../language/t.ts";

type AccountPath = { readonly tenant: string; readonly environment: string };

/** The account of a part of a page whose address names none. */
export const AccountHere = createContext<AccountPath | null>(null);

/** The account of an address below `/at/…`, as the API's path names it, or of the part of the page. */
export function useAccount(): AccountPath {
  const here = useContext(AccountHere);
  // The innermost match has the parameters of all matches, so pages and the shell read the same one.
  const params = useRouterState({ select: ({ matches }) => matches.at(-1)?.params });
  const { tenant, environment } = params !== undefined && "tenant" in params ? params : noAccount;
  return here ?? { tenant, environment };
}

const noAccount = { tenant: "", environment: "" };

/** The tab's last account, which the menu keeps on pages without one. */
const lastSeen = "booking-console-account";

/** The account is forgotten, because another operator may sign in now. */
export function forgetAccount(): void {
  sessionStorage.removeItem(lastSeen);
}

/** The pages that every account has; the same page is shown when another account is chosen. */
const sameEverywhere = /^\/at\/[^/]+\/[^/]+\/(\w+)$/;

/** The accounts that the operator may see, the chosen one, and the function that chooses another. */
export function useAccountChoice() {
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { tenant, environment } = useAccount();
  const { data, error } = useAccounts();
  const accounts = data?.accounts ?? [];
  const current = tenant === "" ? "" : `${tenant}/${environment}`;
  const known = (name: string) => accounts.some(({ account }) => account === name);
  useEffect(() => {
    if (current !== "") sessionStorage.setItem(lastSeen, current);
  }, [current]);
  const last = sessionStorage.getItem(lastSeen) ?? "";
  const remembered = known(last) ? last : "";
  const only = accounts.length === 1 ? (accounts[0]?.account ?? "") : "";
  return {
    accounts,
    /** What stands where no account is chosen. */
    unchosen: unchosenWords(data?.accounts, error),
    chosen: known(current) ? current : remembered || only,
    choose: (account: string) => {
      if (account === "") return;
      const page = sameEverywhere.exec(pathname)?.[1] ?? "campaigns";
      void navigate({ href: `/at/${account}/${page === "slot" ? "slots" : page}` });
    },
  };
}

function unchosenWords(accounts: readonly unknown[] | undefined, error: Error | null): string {
  if (accounts !== undefined) return accounts.length === 0 ? t("None yet") : t("Choose one…");
  return error === null ? t("Loading {what}…", { what: t("the accounts") }) : t("It did not work");
}
