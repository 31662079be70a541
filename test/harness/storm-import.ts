import type { BookingId } from "../../src/domain/booking.ts";
import { formatWholeLine } from "../../src/domain/data-file/data-line-text.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import type { BookingDetails } from "../../src/store/bookings/booking-details.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { pick, type Random } from "./random.ts";
import { isAutomatic } from "./storm-data.ts";

/** The actors of these imports, by which `newestWinsBreaches` finds their events. */
export const fileActor = "storm: a file";

/**
 * Imports a line of one booking with `--update`: as it was made, or as another system changed it a moment
 * ago. Returns `refused` where the file is bad, which a move into a full slot is.
 */
export async function importOneBooking(
  door: AccountStore,
  bookingId: BookingId,
  slotStartingAt: number,
  random: Random,
): Promise<object> {
  const now = Date.now();
  const [details] = await door.findBookings({ id: bookingId, limit: 1 });
  if (details === undefined) return { refused: { why: "unknown-booking" } };
  const line = pick(random, linesOf(details))(details, now, slotStartingAt);
  return importStormLine(door, line, now);
}

export async function importStormLine(
  door: AccountStore,
  line: object,
  now: number,
): Promise<object> {
  const file = [Buffer.from(JSON.stringify(line))];
  const answer = await importDataFile(door, file, {
    audit: { actor: fileActor, now },
    update: true,
  });
  return "errors" in answer ? { refused: { why: "bad-file" } } : answer;
}

/**
 * The lines that leave the laws whole: an import with bookings promotes nobody (B64), and an entry that it
 * adds to a waitlist is recorded with the time at which the import began.
 */
function linesOf({ booking, line }: BookingDetails) {
  const free = !isAutomatic(line.interaction) && booking.status === "CONFIRMED";
  return free ? [asMade, asCancelled, asMoved] : [asMade];
}

/** A line that knows nothing of what happened since the booking was made. */
function asMade(details: BookingDetails): object {
  const { changed_at: _, ...line } = wholeLine(details);
  const [first] = details.history;
  if (first === undefined) throw new Error("A booking has a history.");
  const tickets = details.booking.tickets.map(() => ({}));
  return { ...line, booking_status: first.status, booked_at: formatInstant(first.at), tickets };
}

function asCancelled(details: BookingDetails, now: number): object {
  const at = formatInstant(now);
  const tickets = details.booking.tickets.map(({ cancelledAt }) => ({
    cancelled_at: cancelledAt === null ? at : formatInstant(cancelledAt),
  }));
  const state = { booking_status: "CANCELLED", booked_at: at, tickets, changed_at: at };
  return { ...wholeLine(details), ...state };
}

function asMoved(details: BookingDetails, now: number, slotStartingAt: number): object {
  const slot = { slot_starting_at: formatInstant(slotStartingAt), changed_at: formatInstant(now) };
  return { ...wholeLine(details), ...slot };
}

function wholeLine(details: BookingDetails): { readonly changed_at?: string } {
  return formatWholeLine(details.line);
}
