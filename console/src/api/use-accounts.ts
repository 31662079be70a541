import { useQuery } from "@tanstack/react-query";
import { callApi } from "./call-api.ts";
import { readEveryAccount, type EveryAccount } from "./every-account.ts";

/** All accounts that the operator may see. `everyMs`: the interval of polling while the page is visible. */
export function useAccounts({ everyMs }: { readonly everyMs?: number } = {}) {
  return useQuery<EveryAccount>({
    queryKey: ["listAccounts", "every"],
    queryFn: ({ signal }) =>
      readEveryAccount(async (query) => (await callApi("listAccounts", { query }, signal)).body),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}
