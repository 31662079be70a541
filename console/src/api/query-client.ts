import { QueryClient } from "@tanstack/react-query";
import { pauseBefore, readsAgain } from "./try-again.ts";

/** The cache of the pages' queries, in this tab. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 2_000, retry: readsAgain, retryDelay: pauseBefore } },
});
