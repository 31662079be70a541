import type { BookingPage } from "./booking.ts";
import { bookingId, type BookingReference } from "./cancel-booking.ts";
import type { ListBookingsOptions } from "./list-bookings.ts";
import type { Runtime } from "./runtime.ts";
import type { Answer } from "./send-once.ts";
import type { Reading } from "./settle-cancel.ts";
import { walkPages } from "./walk-pages.ts";

/** The bounds are widened by this much, for a server that takes them as exclusive. */
const aroundMs = 1000;
/** Times on the wire are truncated to seconds. */
const toleranceMs = 1000;

/**
 * Finds a booking in its customer's list, to resolve a cancel; null when that fails. Throws only the reason
 * of the caller's signal.
 */
export async function readBooking(
  reference: BookingReference | string,
  by: {
    readonly list: (
      options: ListBookingsOptions,
    ) => Promise<{ readonly page: BookingPage; readonly answer: Answer }>;
    /** By this machine's clock. */
    readonly beganAt: number;
    readonly runtime: Runtime;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Reading | null> {
  const id = bookingId(reference);
  const filter = typeof reference === "string" ? {} : narrowest(reference);
  let serversClockIsAheadMs = 0;
  const readPage = async (pageNumber: number, pageSize: number | undefined) => {
    const { page, answer } = await by.list({ ...filter, pageNumber, pageSize });
    serversClockIsAheadMs = aheadMs(answer, by.runtime.now());
    return page;
  };
  try {
    for await (const { booking, booking_status, booked_at } of walkPages(readPage)) {
      if (booking !== id) continue;
      const began = by.beganAt + serversClockIsAheadMs - toleranceMs;
      return { status: booking_status, sinceCallBegan: Date.parse(booked_at) >= began };
    }
    return null;
  } catch {
    by.signal?.throwIfAborted();
    return null;
  }
}

/** How far the server's clock is ahead of this machine's, or a little less; 0 when the answer has no Date. */
function aheadMs(answer: Answer, now: number): number {
  const date = Date.parse(answer.header("date") ?? "");
  return Number.isNaN(date) ? 0 : date - now;
}

function narrowest({ interaction, slot_starting_at }: BookingReference): ListBookingsOptions {
  const start = Date.parse(slot_starting_at ?? "");
  return {
    publicKey: interaction?.public_key,
    ...(!Number.isNaN(start) && {
      from: new Date(start - aroundMs),
      to: new Date(start + aroundMs),
    }),
  };
}
