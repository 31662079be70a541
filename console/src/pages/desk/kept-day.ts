import { dehydrate, hydrate } from "@tanstack/react-query";
import { t } from "../../language/t.ts";
import { queries } from "../../api/query-client.ts";
import { currentSession, type Session } from "../../api/session.ts";
import { markDay, unmarkDay } from "./day-mark.ts";
import { deskDatabase } from "./desk-database.ts";
import { countScans, markLeftScans } from "./left-scans.ts";

/** The queries that the desk shows: the expected bookings, and the names of the campaign's catalogue. */
const kept: ReadonlySet<unknown> = new Set([
  "desk",
  "listActivities",
  "listHosts",
  "listInteractions",
  "listSlots",
  "listTicketTypes",
]);

interface Day {
  readonly account: string;
  readonly session: Session;
  /** The end of the day, in milliseconds; the stored day is not shown after it. */
  readonly until: number;
}

/** Stores the desk's queries in this browser, so that the desk opens without a connection. */
export async function keepDay({ account, session, until }: Day): Promise<void> {
  const shown = dehydrate(queries, {
    shouldDehydrateQuery: (query) =>
      query.isActive() && query.state.data !== undefined && kept.has(query.queryKey[0]),
    shouldDehydrateMutation: () => false,
  });
  const database = await deskDatabase();
  // The CSRF token is fetched again and never stored.
  const known = { ...session, csrf_token: null };
  // Before it is stored, so that a day that is over is found although the page was closed meanwhile.
  markDay(until);
  await database.put("days", { account, until, session: known, shown });
  // The operator may have signed out meanwhile.
  if (currentSession()?.operator.name === session.operator.name) markDay(until);
  else await dropDay();
}

/** Fills the query cache from the stored day; null where no day is stored or it is over. */
export async function restoreDay(account: string, now: number): Promise<Session | null> {
  try {
    const day = await (await deskDatabase()).get("days", account);
    if (day === undefined || day.until < now) return null;
    hydrate(queries, day.shown);
    return day.session;
  } catch {
    return null;
  }
}

/**
 * Deletes the stored names. Scans that the service has not recorded stay for whoever scanned them, under
 * their bookings' ids. A typed text stays, because it is what the service has to look up.
 */
export async function dropDay(): Promise<void> {
  const database = await deskDatabase();
  const writing = database.transaction(["days", "errands"], "readwrite");
  await writing.objectStore("days").clear();
  const left: { operator?: string }[] = [];
  for await (const cursor of writing.objectStore("errands")) {
    const { errand, ...where } = cursor.value;
    const { act } = errand;
    left.push(where);
    const who = act.kind === "search" ? t("a guest") : act.booking;
    await cursor.update({ ...where, errand: { ...errand, who } });
  }
  await writing.done;
  markLeftScans(countScans(left));
  unmarkDay();
}
