import { dehydrate, hydrate } from "@tanstack/react-query";
import { t } from "../../language/t.ts";
import { queries } from "../../api/query-client.ts";
import type { Session } from "../../api/session.ts";
import { markDay, unmarkDay } from "./day-mark.ts";
import { deskDatabase } from "./desk-database.ts";

/** What the desk shows: who is expected, and what the campaign's things are called. */
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
  /** The end of the day, in milliseconds: nothing of it is shown after that. */
  readonly until: number;
}

/** Keeps in this browser what the desk shows now, so that it can be shown without a connection. */
export async function keepDay({ account, session, until }: Day): Promise<void> {
  const shown = dehydrate(queries, {
    shouldDehydrateQuery: (query) =>
      query.isActive() && query.state.data !== undefined && kept.has(query.queryKey[0]),
    shouldDehydrateMutation: () => false,
  });
  const database = await deskDatabase();
  // The token of changes is asked for again; it stays in no file.
  const known = { ...session, csrf_token: null };
  await database.put("days", { account, until, session: known, shown });
  markDay(until);
}

/** Puts what was kept where the pages look for it; null where nothing is kept of today. */
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

/** Names are gone from this browser; scans that are not recorded stay, by their bookings' ids. */
export async function dropDay(): Promise<void> {
  const database = await deskDatabase();
  const writing = database.transaction(["days", "errands"], "readwrite");
  await writing.objectStore("days").clear();
  for await (const cursor of writing.objectStore("errands")) {
    const { errand, ...where } = cursor.value;
    const { act } = errand;
    const who = act.kind === "search" ? t("a guest") : act.booking;
    await cursor.update({ ...where, errand: { ...errand, who } });
  }
  await writing.done;
  unmarkDay();
}
