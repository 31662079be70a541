import type { BadLine } from "../data-file/data-line.ts";
import { excessSeats } from "../seats.ts";
import { counted } from "../wording.ts";
import type { SeatClaim } from "./decide-booking-line.ts";
import { overfullLine, type SettledSlot } from "./settle-slots.ts";

/**
 * The lines to leave out of a slot whose excess grows. Those that ask for more seats get them by the time of booking,
 * then by line; one that asks for too many does not stop those behind it (A73). Where the slot would be too full without
 * them, the line of the slot or of the ticket type is the bad one.
 */
export function contestSeats(settled: SettledSlot, claims: readonly SeatClaim[]): BadLine[] {
  const { before, after } = settled;
  const asking = claims.filter(({ seats, held }) => seats > held);
  const asked = asking.reduce((sum, { seats, held }) => sum + seats - held, 0);
  // A slot that was overbooked before may stay so.
  const limit = after.capacity + (before === null ? 0 : excessSeats(before));
  const taken = after.taken - asked;
  let free = limit - taken;
  if (free < 0) return [overfullLine({ ...settled, after: { ...after, taken } })];
  const unseated = new Set<SeatClaim>();
  for (const claim of asking.toSorted(byTimeOfBooking)) {
    const more = claim.seats - claim.held;
    if (more <= free) free -= more;
    else unseated.add(claim);
  }
  const holders = holdersOf(settled, claims, unseated);
  return Array.from(unseated, ({ line, booking, seats, held }) => ({
    line,
    kind: "booking",
    key: booking,
    field: "slot_starting_at",
    expected: `${counted(seats - held, "free seat")}: of the slot's ${after.capacity}, ${holders}`,
  }));
}

function byTimeOfBooking(one: SeatClaim, other: SeatClaim): number {
  return one.bookedAt - other.bookedAt || one.line - other.line;
}

/** How many lines a report names as holders of a slot's seats. */
const holdersNamed = 20;

/** Which lines hold the seats, and how many the account's other bookings hold. */
function holdersOf(
  { after }: SettledSlot,
  claims: readonly SeatClaim[],
  unseated: ReadonlySet<SeatClaim>,
): string {
  const kept = claims.filter((claim) => !unseated.has(claim));
  const lines = kept.map(({ line }) => line).toSorted((one, other) => one - other);
  const ofFile = kept.reduce((sum, { seats }) => sum + seats, 0);
  const others = after.taken - claims.reduce((sum, { seats }) => sum + seats, 0);
  const parts = [
    lines.length === 1 && `line ${lines[0]} holds ${ofFile}`,
    lines.length > 1 && `lines ${listed(lines)} hold ${ofFile}`,
    // A booking that stays out keeps the seats that it has in the account.
    others > 0 && `bookings of the account hold ${others}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "none is held" : parts.join(", ");
}

function listed(lines: readonly number[]): string {
  const more = lines.length - holdersNamed;
  return more > 0
    ? `${lines.slice(0, holdersNamed).join(", ")} and ${more} more`
    : `${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
}
