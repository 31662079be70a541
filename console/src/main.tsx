// Before the pages', so that a page's own style sheet has the last word.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/kit.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ProblemError } from "./api/problem.ts";
import { router } from "./router.tsx";
import { focusHeadingOnNewPage } from "./shell/focus-heading.ts";
import { nameKnownLanguage } from "./shell/known-language.ts";
import { applyTheme } from "./shell/theme.ts";

nameKnownLanguage(navigator);
applyTheme();
focusHeadingOnNewPage(router);

const queries = new QueryClient({
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

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no element with the id root");
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
