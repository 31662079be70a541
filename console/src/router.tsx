import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { callApi } from "./api/call-api.ts";
import { ProblemError, UnreachableError } from "./api/problem.ts";
import { currentSession, keepSession, type Session } from "./api/session.ts";
import { endDueSession } from "./api/sign-out.ts";
import { t } from "./language/t.ts";
import { parseSearch, stringifySearch } from "./kit/read-search.ts";
import { Fault, Loading } from "./kit/states.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { keepSignInCode } from "./pages/sign-in/sign-in-code.ts";
import { searches } from "./shell/searches.ts";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  notFoundComponent: () => (
    <main className="main">
      <NotFoundPage />
    </main>
  ),
});

const codeMark = "code=";
const sessionLimitMs = 8_000;

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: searches.signIn,
  beforeLoad: ({ location, search }) => {
    if (!location.hash.startsWith(codeMark)) return;
    // The code is removed from the address at once, so that no history keeps it.
    keepSignInCode(location.hash.slice(codeMark.length));
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way of going elsewhere
    throw redirect({ to: "/sign-in", search, hash: "", replace: true });
  },
  component: lazyRouteComponent(() => import("./pages/sign-in/sign-in-page.tsx"), "SignInPage"),
});

/** The pages that need a session; without one the router leads to the sign-in page, and back afterwards. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: Shell,
  errorComponent: ({ error, reset }) => (
    <main className="main">
      <Fault error={error as Error} onRetry={reset} />
    </main>
  ),
  beforeLoad: async ({ location }) => {
    if (currentSession() !== null) return;
    const from = location.href === "/" ? {} : { from: location.href };
    // Whoever signed out without a connection is out here, also where the service does not answer yet.
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way of going elsewhere
    if (!(await endDueSession())) throw redirect({ to: "/sign-in", search: from });
    try {
      keepSession((await callApi("showSession", {}, AbortSignal.timeout(sessionLimitMs))).body);
    } catch (error) {
      const kept = await keptSession(error, location.pathname);
      if (kept !== null) return keepSession(kept);
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      // oxlint-disable-next-line typescript/only-throw-error -- the router's way of going elsewhere
      throw redirect({ to: "/sign-in", search: from });
    }
  },
});

/** Without a response the check-in desk opens with the stored day. */
async function keptSession(error: unknown, path: string): Promise<Session | null> {
  const isOpen = error instanceof UnreachableError || (error as ProblemError).status >= 500;
  const [, account] = /^\/at\/([^/]+\/[^/]+)\/desk$/.exec(path) ?? [];
  if (!isOpen || account === undefined) return null;
  const { restoreDay } = await import("./pages/desk/kept-day.ts");
  return restoreDay(account, Date.now());
}

/** An unknown page is shown within the shell too. */
const elsewhere = createRoute({
  getParentRoute: () => signedIn,
  path: "$",
  component: NotFoundPage,
});

const page = <const Path extends string, Search extends object>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
  validateSearch: (given: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => signedIn, path, component, validateSearch });

const account = "/at/$tenant/$environment";

const tree = root.addChildren([
  signIn,
  signedIn.addChildren([
    elsewhere,
    page(
      "/",
      lazyRouteComponent(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
      searches.overview,
    ),
    page(
      "/accounts",
      lazyRouteComponent(() => import("./pages/accounts/accounts-page.tsx"), "AccountsPage"),
      searches.none,
    ),
    page(
      "/operators",
      lazyRouteComponent(() => import("./pages/operators/operators-page.tsx"), "OperatorsPage"),
      searches.none,
    ),
    page(
      "/sessions",
      lazyRouteComponent(() => import("./pages/sessions/sessions-page.tsx"), "SessionsPage"),
      searches.none,
    ),
    page(
      "/requests",
      lazyRouteComponent(() => import("./pages/requests/requests-page.tsx"), "RequestsPage"),
      searches.requests,
    ),
    page(
      "/audit",
      lazyRouteComponent(() => import("./pages/audit/audit-page.tsx"), "AuditPage"),
      searches.audit,
    ),
    page(
      `${account}/account`,
      lazyRouteComponent(() => import("./pages/account/account-page.tsx"), "AccountPage"),
      searches.none,
    ),
    page(
      `${account}/credentials`,
      lazyRouteComponent(
        () => import("./pages/credentials/credentials-page.tsx"),
        "CredentialsPage",
      ),
      searches.none,
    ),
    page(
      `${account}/webhooks`,
      lazyRouteComponent(() => import("./pages/webhooks/webhooks-page.tsx"), "WebhooksPage"),
      searches.none,
    ),
    page(
      `${account}/campaigns`,
      lazyRouteComponent(() => import("./pages/campaigns/campaigns-page.tsx"), "CampaignsPage"),
      searches.none,
    ),
    page(
      `${account}/campaigns/$interaction`,
      lazyRouteComponent(() => import("./pages/campaigns/campaign-page.tsx"), "CampaignPage"),
      searches.none,
    ),
    page(
      `${account}/slots`,
      lazyRouteComponent(() => import("./pages/slots/slots-page.tsx"), "SlotsPage"),
      searches.slots,
    ),
    page(
      `${account}/slot`,
      lazyRouteComponent(() => import("./pages/slot/slot-page.tsx"), "SlotPage"),
      searches.slot,
    ),
    page(
      `${account}/slot/people`,
      lazyRouteComponent(() => import("./pages/slot/people-page.tsx"), "PeoplePage"),
      searches.slot,
    ),
    page(
      `${account}/changes`,
      lazyRouteComponent(() => import("./pages/changes/changes-page.tsx"), "ChangesPage"),
      searches.changes,
    ),
    page(
      `${account}/imports`,
      lazyRouteComponent(() => import("./pages/imports/imports-page.tsx"), "ImportsPage"),
      searches.none,
    ),
    page(
      `${account}/report`,
      lazyRouteComponent(() => import("./pages/report/report-page.tsx"), "ReportPage"),
      searches.report,
    ),
    page(
      `${account}/bookings`,
      lazyRouteComponent(() => import("./pages/bookings/bookings-page.tsx"), "BookingsPage"),
      searches.bookings,
    ),
    page(
      `${account}/bookings/$booking`,
      lazyRouteComponent(() => import("./pages/bookings/booking-page.tsx"), "BookingPage"),
      searches.none,
    ),
    page(
      `${account}/contacts`,
      lazyRouteComponent(() => import("./pages/contacts/contacts-page.tsx"), "ContactsPage"),
      searches.contacts,
    ),
    page(
      `${account}/contacts/$contact`,
      lazyRouteComponent(() => import("./pages/contacts/contact-page.tsx"), "ContactPage"),
      searches.none,
    ),
    page(
      `${account}/desk`,
      lazyRouteComponent(() => import("./pages/desk/desk-page.tsx"), "DeskPage"),
      searches.desk,
    ),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: () => <Loading what={t("the page")} />,
  defaultErrorComponent: ({ error, reset }) => <Fault error={error as Error} onRetry={reset} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
