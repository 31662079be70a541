// The shared style sheet precedes those of the pages, whose rules override it.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/kit.css";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./api/query-client.ts";
import { i18n, language } from "./language/t.ts";
import { forgetDayThatIsOver } from "./pages/desk/forget-day.ts";
import { router } from "./router.tsx";
import { focusHeadingOnNewPage } from "./shell/focus-heading.ts";
import { nameKnownLanguage } from "./shell/known-language.ts";
import { applyTheme } from "./shell/theme.ts";

nameKnownLanguage(navigator);
document.documentElement.lang = language;
applyTheme();
focusHeadingOnNewPage(router);
forgetDayThatIsOver(Date.now());

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no element with the id root");
createRoot(place).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
