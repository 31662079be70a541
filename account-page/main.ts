import { BookingClient, BookingError } from "booking-service-client";
import { openCalendarAddresses, type CalendarAddresses } from "./calendar/calendar-addresses.ts";
import { logTo } from "./log.ts";
import { startAccountPage, type AccountPage } from "./server.ts";
import { demoCustomers } from "./session/demo-customers.ts";
import { openSeller } from "./selling/seller.ts";
import { Sessions } from "./session/sessions.ts";
import { readSettings, WrongSetting } from "./settings.ts";
import { RequestLimit } from "./web/request-limit.ts";

/** A calendar program asks once in minutes or hours, and a customer may have several. */
const calendarReadsPerMinute = 10;

/** Runs the page until SIGTERM or SIGINT, or until its parent process has ended. */
const log = logTo(process.stdout, () => new Date());
try {
  endWith(await start());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function warnOfCatalogue(error: unknown): void {
  const fault = error instanceof Error ? error.message : "unknown";
  log("warn", "what is sold could not be read anew", { fault });
}

async function start(): Promise<AccountPage> {
  const settings = readSettings(process.env);
  const client = new BookingClient({
    // A person waits: an error after some seconds is better than a list after half a minute.
    timeoutMs: 4_000,
    totalTimeoutMs: 10_000,
    retries: 2,
    maxRetryAfterMs: 1_000,
    logger: {
      warn: (message, { endpoint, status, requestId }) =>
        log("warn", message, { endpoint, status, requestId }),
    },
  });
  const secure = settings.publicUrl?.protocol === "https:";
  const shop = {
    client,
    seller: settings.selling === null ? null : openSeller(settings.selling, warnOfCatalogue),
    customers: demoCustomers,
    sessions: new Sessions(),
    calendars: settings.calendarFolder === null ? null : openCalendars(settings.calendarFolder),
    calendarLimit: new RequestLimit(calendarReadsPerMinute, 60_000),
    secure,
  };
  const page = await startAccountPage(shop, settings, log);
  log("info", "account page ready", { address: page.address });
  process.send?.({ address: page.address });
  return page;
}

function openCalendars(folder: string): CalendarAddresses {
  try {
    return openCalendarAddresses(folder);
  } catch (error) {
    throw new WrongSetting(`CALENDAR_FOLDER cannot be used: ${(error as Error).message}`);
  }
}

function endWith(page: AccountPage): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void page.close().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, end);
  process.on("disconnect", () => {
    log("warn", "the process that started this page is gone: ending", {});
    end();
  });
}

function explain(error: unknown): string {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") {
    // The parent process chose the port and can choose another.
    const advice = process.send === undefined ? ", or set PORT to another one" : "";
    return `Port ${port} is in use: end what listens there${advice}.`;
  }
  if (error instanceof WrongSetting || error instanceof BookingError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
