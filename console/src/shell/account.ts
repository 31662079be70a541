import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAnswer } from "../api/queries.ts";

/** The account that an address is about, as the API's path wants it; pages below `/at/…` have one. */
export function useAccount(): { readonly tenant: string; readonly environment: string } {
  // Pages and the shell ask alike: the innermost match has the parameters of all of them.
  const params = useRouterState({ select: ({ matches }) => matches.at(-1)?.params });
  const { tenant, environment } = params !== undefined && "tenant" in params ? params : noAccount;
  return { tenant, environment };
}

const noAccount = { tenant: "", environment: "" };

/** The tab's last account that a page was about: the menu stays at it on pages about none. */
const lastSeen = "booking-console-account";

/** Somebody else may sign in now. */
export function forgetAccount(): void {
  sessionStorage.removeItem(lastSeen);
}

/** Pages of an account that are the same for every account, to stay on when another is chosen. */
const sameEverywhere = /^\/at\/[^/]+\/[^/]+\/(\w+)$/;

/** The accounts that who is signed in may see, the one that is chosen, and choosing another. */
export function useAccountChoice() {
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { tenant, environment } = useAccount();
  const { data } = useAnswer("listAccounts", { query: { limit: 500 } });
  const accounts = data?.body.items ?? [];
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
    chosen: known(current) ? current : remembered || only,
    choose: (account: string) => {
      if (account === "") return;
      const page = sameEverywhere.exec(pathname)?.[1] ?? "campaigns";
      void navigate({ href: `/at/${account}/${page === "slot" ? "slots" : page}` });
    },
  };
}
