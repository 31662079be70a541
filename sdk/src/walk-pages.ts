import type { Booking, BookingPage } from "./booking.ts";
import { RequestError } from "./errors.ts";

/** All bookings that match, page after page. It can be walked once. */
export interface BookingIterator extends AsyncIterableIterator<Booking> {
  /** The first bookings, at most `limit` of them. */
  toArray(options: { readonly limit: number }): Promise<Booking[]>;
}

/** Asks for one page; without a size, for one of the first page's choosing. */
type ReadPage = (pageNumber: number, pageSize: number | undefined) => Promise<BookingPage>;

/** Totals that go up and down, or are left out of some pages, must not keep a walk going for ever. */
const mostStepsBackInVain = 3;

/**
 * Walks all pages. Pages are plain offsets, so bookings that come or go meanwhile shift the rest: what
 * moved back onto a later page is not given twice, and when the total has shrunk the walk steps back
 * as far as what moved forward can have come. So bookings may be cancelled during a walk over those
 * that are not.
 */
export async function* walkPages(readPage: ReadPage): AsyncGenerator<Booking, void, undefined> {
  const given = new Set<string>();
  let pageNumber = 1;
  let pageSize: number | undefined;
  let total = 0;
  let stepsBackInVain = 0;
  for (;;) {
    const page = await readPage(pageNumber, pageSize);
    // A size that was reduced is the one that counts.
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

/** Adds `toArray()` to a walk. */
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
