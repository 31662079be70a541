import type { Booking } from "booking-service-client";
import type { Cancellation } from "../bookings/cancellation.ts";
import { listTab, type Tab } from "../bookings/list-tab.ts";
import { problemOf, type Problem } from "../bookings/problem.ts";
import { bookingsView, tabPath } from "../views/bookings-view.ts";
import { problemView } from "../views/problem-view.ts";
import { page, redirect, type Answer } from "../web/answer.ts";
import type { CustomerVisit, Shop } from "../visit.ts";

export async function listBookings(visit: CustomerVisit, shop: Shop, tab: Tab): Promise<Answer> {
  const { session, url, language, now, signal } = visit;
  const pageNumber = readPageNumber(url.searchParams.get("page"));
  const query = { tab, pageNumber, language, now, signal };
  try {
    const found = await listTab(shop.client, session.customer.externalId, query);
    // Bookings were cancelled meanwhile, so there are fewer pages.
    if (found.bookings.length === 0 && pageNumber > 1) {
      return redirect(tabPath(tab, Math.max(1, Math.min(found.pageCount, pageNumber - 1))));
    }
    const [offers, cancellations] = await Promise.all([
      offersAmong(visit, shop, found.bookings),
      cancellationsAmong(visit, shop, found.bookings),
    ]);
    return page(bookingsView(visit, tab, { ...found, offers, cancellations }, shop));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return page(problemView(visit, tab, problem), ...statusOf(problem));
  }
}

/** The offers of what is listed. Without an answer the list says nothing of them. */
async function offersAmong(
  { session, signal }: CustomerVisit,
  { seller }: Shop,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<string, Date>> {
  const waits = bookings.some(({ booking_status: status }) => status === "WAITLIST");
  if (seller === null || !waits) return new Map();
  return seller.offers(session.customer.externalId, signal).catch(() => new Map<string, Date>());
}

/** Why the house cancelled what is listed. Without an answer the list says nothing of it. */
async function cancellationsAmong(
  { session, signal }: CustomerVisit,
  { seller }: Shop,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<string, Cancellation>> {
  const starts = bookings
    .filter(({ booking_status: status }) => status === "CANCELLED")
    .map((booking) => booking.slot_starting_at)
    .toSorted();
  const [from, to] = [starts.at(0), starts.at(-1)];
  if (seller === null || from === undefined || to === undefined) return new Map();
  const { externalId } = session.customer;
  return seller
    .cancellations(externalId, { from, to }, signal)
    .catch(() => new Map<string, Cancellation>());
}

/** An unreachable service is this page's 503 to those who monitor it. */
export function statusOf({
  kind,
  retryAfterSeconds,
}: Problem): [status: number, headers: Record<string, string>] {
  if (kind === "broken") return [500, {}];
  return [503, retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) }];
}

function readPageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
