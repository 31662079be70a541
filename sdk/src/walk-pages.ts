import type { Booking, BookingPage } from "./booking.ts";
import { RequestError } from "./errors.ts";

/** An iterator over all matching bookings, page after page. It can be iterated once. */
export interface BookingIterator extends AsyncIterableIterator<Booking> {
  /** The first bookings, `limit` of them at most. */
  toArray(options: { readonly limit: number }): Promise<Booking[]>;
}

/** Fetches one page; without a size, the service's default. */
type ReadPage = (pageNumber: number, pageSize: number | undefined) => Promise<BookingPage>;

/** Totals that vary, or that some pages leave out, must not keep an iteration going for ever. */
const mostStepsBackInVain = 3;

/**
 * Iterates over all pages. Pages are plain offsets, so bookings that are added or removed meanwhile shift the
 * rest. A booking that reappears on a later page is yielded once. When the total has shrunk, the iteration
 * steps back by as many bookings as may have moved forward. A caller may therefore cancel bookings while it
 * iterates over the live ones.
 */
export async function* walkPages(readPage: ReadPage): AsyncGenerator<Booking, void, undefined> {
  const given = new Set<string>();
  let pageNumber = 1;
  let pageSize: number | undefined;
  let total = 0;
  let stepsBackInVain = 0;
  for (;;) {
    const page = await readPage(pageNumber, pageSize);
    // A size that the service reduced is the effective one.
    pageSize = page.pageSize;
    const before = (pageNumber - 1) * pageSize;
    const gone = total - page.totalCount;
    total = page.totalCount;
    if (gone > 0 && before > 0 && stepsBackInVain < mostStepsBackInVain) {
      stepsBackInVain += 1;
      pageNumber = Math.floor(Math.max(0, before - gone) / pageSize) + 1;
      continue;
    }
    for (const booking of page.bookings) {
      if (given.has(booking.booking)) continue;
      given.add(booking.booking);
      stepsBackInVain = 0;
      yield booking;
    }
    const isLast = total > 0 && before + pageSize >= total;
    if (isLast || page.bookings.length === 0) return;
    pageNumber += 1;
  }
}

/** Adds `toArray()` to an iteration. */
export function bookingIterator(walk: AsyncGenerator<Booking, void, undefined>): BookingIterator {
  const toArray = async (options: { readonly limit: number }) => {
    const limit = (options as Partial<typeof options> | undefined)?.limit;
    if (typeof limit !== "number" || !(limit >= 0)) {
      throw new RequestError("toArray needs a limit, such as { limit: 1000 }.", {});
    }
    const bookings: Booking[] = [];
    if (limit < 1) return bookings;
    for await (const booking of walk) {
      if (bookings.push(booking) >= limit) break;
    }
    return bookings;
  };
  return Object.assign(walk, { toArray });
}
