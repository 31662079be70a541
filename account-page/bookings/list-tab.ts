import type { Booking, BookingClient, BookingFilter, BookingPage } from "booking-service-client";
import type { Cancellation } from "./cancellation.ts";

/** The three lists of a customer. */
export const tabs = ["upcoming", "past", "cancelled"] as const;
export type Tab = (typeof tabs)[number];

export interface TabPage {
  readonly bookings: readonly Booking[];
  /** Which of them the service would cancel now; null where it does not say. */
  readonly cancellable: BookingPage["cancellable"];
  /** Until when seats are kept for those that wait, by booking; absent on a page that does not sell. */
  readonly offers?: ReadonlyMap<string, Date>;
  /** Which of them the house cancelled; absent on a page that does not sell. */
  readonly cancellations?: ReadonlyMap<string, Cancellation>;
  /** From 1. */
  readonly pageNumber: number;
  readonly pageCount: number;
  readonly totalCount: number;
  /** The number of this page's first booking among all, from 1. */
  readonly firstNumber: number;
  readonly requestId: string;
}

const bookingsPerPage = 20;

export interface TabQuery {
  readonly tab: Tab;
  readonly pageNumber: number;
  readonly language: string;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/**
 * One page of a customer's list. A page beyond the end is empty. Upcoming bookings are sorted by the nearest
 * first, the others by the latest first. The service sorts by start only, so those lists are read from their
 * end.
 */
export async function listTab(
  client: Pick<BookingClient, "listBookings">,
  externalId: string,
  { tab, pageNumber, language, now, signal }: TabQuery,
): Promise<TabPage> {
  const asked = {
    ...filterOf(tab, now),
    language,
    pageSize: bookingsPerPage,
    cancellable: true,
    signal,
  };
  const backwards = tab !== "upcoming";
  let page = await client.listBookings(externalId, {
    ...asked,
    pageNumber: backwards ? 1 : pageNumber,
  });
  const { totalCount, pageSize } = page;
  const pageCount = Math.ceil(totalCount / pageSize);
  const wanted = backwards ? pageCount + 1 - pageNumber : pageNumber;
  const beyond = wanted < 1 || wanted > pageCount;
  if (backwards && !beyond && wanted !== 1) {
    page = await client.listBookings(externalId, { ...asked, pageNumber: wanted });
  }
  const bookings = beyond ? [] : page.bookings;
  return {
    bookings: backwards ? bookings.toReversed() : bookings,
    cancellable: page.cancellable,
    pageNumber,
    pageCount,
    totalCount,
    firstNumber: backwards
      ? Math.max(0, totalCount - wanted * pageSize) + 1
      : (pageNumber - 1) * pageSize + 1,
    requestId: page.requestId,
  };
}

function filterOf(tab: Tab, now: Date): BookingFilter {
  if (tab === "cancelled") return { statuses: ["CANCELLED"] };
  const statuses = ["CONFIRMED", "WAITLIST"] as const;
  // Bounds are inclusive, so they are a millisecond apart and no booking is in both lists.
  return tab === "upcoming"
    ? { statuses, from: now }
    : { statuses, to: new Date(now.getTime() - 1) };
}
