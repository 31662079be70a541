import { useNavigate, useParams } from "@tanstack/react-router";
import { useAnswer } from "../api/queries.ts";

/** The account that an address is about, as the API's path wants it; pages below `/at/…` have one. */
export function useAccount(): { readonly tenant: string; readonly environment: string } {
  const { tenant = "", environment = "" } = useParams({ strict: false }) as {
    tenant?: string;
    environment?: string;
  };
  return { tenant, environment };
}

/** The accounts that who is signed in may see, and going from one to another. */
export function useAccountChoice() {
  const navigate = useNavigate();
  const accounts = useAnswer("listAccounts", { query: { limit: 500 } });
  return {
    accounts: accounts.data?.body.items ?? [],
    choose: (account: string) => {
      const [tenant = "", environment = ""] = account.split("/");
      void navigate({ to: "/at/$tenant/$environment/campaigns", params: { tenant, environment } });
    },
  };
}
