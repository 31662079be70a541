import { BookingClient } from "booking-service-client";
import { systemRuntime } from "../../sdk/src/runtime.ts";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { acmeWith, booking, type BookingLine } from "../../test/harness/seed.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import {
  acme as acmeName,
  startTestService,
  type TestService,
} from "../../test/harness/service.ts";
import type { LogFields } from "../log.ts";
import { openCalendarAddresses } from "../calendar/calendar-addresses.ts";
import { startAccountPage } from "../server.ts";
import { Sessions } from "../session/sessions.ts";
import { RequestLimit } from "../web/request-limit.ts";
import { faultyGateway, type FaultyGateway } from "./faulty-gateway.ts";
import { openSeller } from "../selling/seller.ts";
import { soldLines } from "./sold-lines.ts";
import { recordingProxy, type RecordingProxy } from "./recording-proxy.ts";

const checkedIn = { attendee: { checked_in_at: "2025-05-01T08:01:00Z" } };

/** One booking for each tested case, by customer. */
export const lines = {
  ada: booking("shop-ada"),
  adaHost: booking("shop-ada", {
    activity: "workshop",
    host: "ann",
    slot_starting_at: "2030-07-02T09:00:00Z",
  }),
  adaTour: booking("shop-ada", { activity: "tour", slot_starting_at: "2030-07-03T09:00:00Z" }),
  adaAbroad: booking("shop-ada", {
    interaction: "pk_winter",
    slot_starting_at: "2030-12-01T23:00:00Z",
  }),
  waiting: booking("shop-waiting", { booking_status: "WAITLIST" }),
  present: booking("shop-present", {
    slot_starting_at: "2025-05-01T08:00:00Z",
    tickets: [checkedIn],
  }),
  gone: booking("shop-gone", { booking_status: "CANCELLED" }),
  raw: booking("shop-raw", { interaction: "pk_fair", activity: "talk" }),
  ...Object.fromEntries(
    ["script", "phone", "keys", "lost", "unknown", "busy", "down", "twice", "other"].map((key) => [
      key,
      booking(`shop-${key}`),
    ]),
  ),
} as Record<string, BookingLine>;

const many = Array.from({ length: 45 }, (_, day) =>
  booking("shop-many", { slot_starting_at: new Date(Date.UTC(2031, 0, day + 1, 9)).toISOString() }),
);
const past = Array.from({ length: 25 }, (_, day) =>
  booking("shop-past", { slot_starting_at: new Date(Date.UTC(2025, 0, day + 1, 9)).toISOString() }),
);

const buyers = ["buyer", "second", "third", "offered", "holder"].map((key) => `shop-${key}`);

export const customers = [
  ...new Set([...Object.values(lines), ...many, ...past].map((line) => line.external_id)),
  "shop-nobody",
  ...buyers,
].map((externalId) => {
  const key = externalId.slice("shop-".length);
  const odd = key === "nobody" ? '<script>alert("1")</script>' : "";
  return { key, name: `Customer ${key}`, externalId, shows: { en: odd, fr: odd } };
});

/** A page with its service and the gateway between them. */
export interface PageUnderTest extends AsyncDisposable {
  /** Its address for browsers. */
  readonly url: string;
  readonly service: TestService;
  readonly gateway: FaultyGateway;
  /** The same before the operator API; null for a page that does not sell. */
  readonly operator: FaultyGateway | null;
  readonly proxy: RecordingProxy;
  readonly calendarFolder: string;
  /** Texts that must never be visible. */
  readonly secrets: () => readonly string[];
  readonly log: readonly { readonly message: string; readonly fields: LogFields }[];
  /** The operator's view of a booking: its status, and how often it was cancelled. */
  show(line: BookingLine | undefined): Promise<{ status: string; cancels: number }>;
}

export async function startPageUnderTest({
  publicUrl = null,
  sells = false,
  holdMinutes = 0,
}: {
  readonly publicUrl?: URL | null;
  /** Whether customers book as well, what `sold-lines.ts` has. */
  readonly sells?: boolean;
  readonly holdMinutes?: number;
} = {}): Promise<PageUnderTest> {
  const bookings = [...Object.values(lines), ...many, ...past];
  await using opened = new AsyncDisposableStack();
  const hosts = ["127.0.0.1"];
  const acme = acmeWith(bookings);
  const data = [...(acme.data ?? []), ...(sells ? soldLines : [])];
  const service = opened.use(await startTestService([{ ...acme, hosts, data }]));
  const gateway = opened.use(await faultyGateway(service.api));
  const operator = sells ? opened.use(await faultyGateway(service.operator)) : null;
  const { clientId, clientSecret, audience } = await service.credential();
  const client = new BookingClient(
    { baseUrl: gateway.url, clientId, clientSecret, audience, retries: 1, maxRetryAfterMs: 0 },
    // Retries wait for no backoff.
    { ...systemRuntime, random: () => 0 },
  );
  const folder = opened.use(temporaryFolder());
  const log: { message: string; fields: LogFields }[] = [];
  const secure = publicUrl?.protocol === "https:";
  const page = await startAccountPage(
    {
      client,
      seller: operator === null ? null : await sellerOf(service, operator.url, holdMinutes),
      customers,
      sessions: new Sessions(),
      calendars: openCalendarAddresses(folder.path),
      calendarLimit: new RequestLimit(10, 60_000),
      secure,
    },
    { host: "127.0.0.1", port: 0, publicUrl },
    (_, message, fields) => log.push({ message, fields }),
  );
  opened.defer(() => page.close());
  const proxy = opened.use(await recordingProxy(page.port));
  const all = opened.move();
  return {
    url: proxy.url,
    service,
    gateway,
    operator,
    proxy,
    calendarFolder: folder.path,
    secrets: () => [clientSecret, clientId, ...gateway.tokens],
    log,
    show: async (line) => {
      const shown = await runCommandHere(service.databaseUrl, [
        "show",
        line?.booking ?? "",
        "--json",
      ]);
      if (shown.status !== 0) throw new Error(shown.err);
      const history: { event: string }[] = shown.json.history;
      const cancels = history.filter(({ event }) => event === "cancelled").length;
      return { status: shown.json.booking_status, cancels };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A key that may book what `sold-lines.ts` has, and nothing else. */
async function sellerOf(service: TestService, server: string, holdMinutes: number) {
  const { key } = await openDesk(service, "book", [acmeName], ["pk_class", "pk_choir"]);
  const account = { tenant: acmeName.tenant, environment: acmeName.environment };
  return openSeller({ server, key, account, holdMinutes }, () => {});
}
