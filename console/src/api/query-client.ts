import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "./problem.ts";

/** What the pages have asked for, remembered in this tab. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A refusal stays one; what the machine could not do is tried again, quickly, twice.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ProblemError && error.status < 500),
      retryDelay: 500,
    },
  },
});
