import type { BookingPage } from "./booking.ts";
import { bookingId, type BookingReference } from "./cancel-booking.ts";
import type { ListBookingsOptions } from "./list-bookings.ts";
import type { Runtime } from "./runtime.ts";
import type { Answer } from "./send-once.ts";
import type { Reading } from "./settle-cancel.ts";
import { walkPages } from "./walk-pages.ts";

/** Bounds are widened by this much, should a server take them as exclusive. */
const aroundMs = 1000;
/** Clocks on the wire are cut to seconds. */
const toleranceMs = 1000;

/**
 * Finds a booking in its customer's list, to see what came of a cancel; null when that fails. Throws
 * only the reason of the caller's signal.
 */
export async function readBooking(
  reference: BookingReference | string,
  by: {
    readonly list: (
      options: ListBookingsOptions,
    ) => Promise<{ readonly page: BookingPage; readonly answer: Answer }>;
    /** By our own clock. */
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

/** By how much the server's clock is ahead of ours, or a little less; 0 when it sends no Date. */
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
