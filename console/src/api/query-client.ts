import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "./problem.ts";

/** The cache of the pages' queries, in this tab. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A refusal is not repeated; a failure without one is repeated twice, quickly.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ProblemError && error.status < 500),
      retryDelay: 500,
    },
  },
});
