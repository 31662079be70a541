import { createHash } from "node:crypto";
import type { Booking } from "booking-service-client";
import { problemOf } from "../bookings/problem.ts";
import { calendarFile, type CalendarParts } from "../calendar/calendar-file.ts";
import { calendarView } from "../views/calendar-view.ts";
import { messageView } from "../views/problem-view.ts";
import { page, redirect, type Answer } from "../web/answer.ts";
import type { CustomerVisit, Shop, Visit } from "../visit.ts";
import { wordsOf } from "../words/choose-language.ts";
import type { Language } from "../words/words.ts";
import { withBooking } from "./asked-booking.ts";
import { statusOf } from "./list-bookings.ts";

/** Bookings whose slot began longer ago are not in the subscription. */
const pastDays = 90;
/** The service's largest page. */
const pageSize = 1_000;
/** A file with more says that it has not all: its making would take a second. */
const mostEvents = 5_000;

/** One booking of the signed-in customer, as a file. */
export function downloadBooking(visit: CustomerVisit, shop: Shop, id: string): Promise<Answer> {
  const { language, words } = visit;
  return withBooking(visit, shop, id, (booking) => {
    const day = booking.slot_starting_at.slice(0, 10);
    const disposition = `attachment; filename="booking-${day}.ics"`;
    const revisions = shop.calendars?.revisionsOf(visit.session.customer.externalId);
    const revisionOf = revisions?.revise([booking], false, visit.now);
    return fileAnswer(fileOf(visit, [booking], { language, words, revisionOf }), disposition);
  });
}

/** The page with the address of the customer's subscription. */
export function showCalendar(visit: CustomerVisit, { calendars }: Shop): Answer {
  if (calendars === null) return page(messageView(visit, visit.words.notFound), 404);
  const secret = calendars.secretOf(visit.session.customer.externalId);
  return page(calendarView(visit, `${visit.origin}/calendar/${visit.language}/${secret}.ics`));
}

export function revokeCalendar({ session }: CustomerVisit, { calendars }: Shop): Answer {
  calendars?.revoke(session.customer.externalId);
  return redirect("/calendar?new=1");
}

/**
 * The subscription, for a calendar program that has nothing but the address. Every wrong, old or revoked secret
 * gets the same 404. A failure of the service is a 503, never a calendar without the bookings: programs take
 * out what a calendar no longer has.
 */
export async function subscription(
  visit: Visit,
  { client, calendars, calendarLimit }: Shop,
  { language, secret }: { readonly language: Language; readonly secret: string },
): Promise<Answer> {
  const { now, signal } = visit;
  const customer = calendars?.customerOf(secret) ?? null;
  if (customer === null) return { status: 404 };
  const waitSeconds = calendarLimit.count(customer, now.getTime());
  if (waitSeconds > 0) return { status: 429, headers: { "retry-after": String(waitSeconds) } };
  try {
    const from = new Date(now.getTime() - pastDays * 86_400_000);
    const asked = { from, language, pageSize, signal };
    const found = await client.bookings(customer, asked).toArray({ limit: mostEvents + 1 });
    const bookings = found.slice(0, mostEvents);
    const words = wordsOf[language];
    const note = found.length > mostEvents ? words.calendar.notAll : undefined;
    const revisions = calendars?.revisionsOf(customer);
    const revisionOf = revisions?.revise(bookings, true, now);
    const file = fileOf(visit, bookings, { language, words, note, revisionOf });
    return fileAnswer(file, "inline", revisions?.modified(language, file.etag, now));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const [status, headers] = statusOf(problem);
    return { status, headers };
  }
}

interface CalendarFile {
  readonly bytes: Buffer;
  readonly etag: string;
}

function fileOf(
  { origin }: Visit,
  bookings: readonly Booking[],
  parts: Omit<CalendarParts, "home">,
): CalendarFile {
  const bytes = Buffer.from(calendarFile(bookings, { ...parts, home: `${origin}/bookings` }));
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

function fileAnswer({ bytes, etag }: CalendarFile, disposition: string, modified?: Date): Answer {
  return {
    status: 200,
    headers: {
      "content-disposition": disposition,
      etag,
      ...(modified !== undefined && { "last-modified": modified.toUTCString() }),
    },
    body: { type: "text/calendar; charset=utf-8", bytes },
  };
}
