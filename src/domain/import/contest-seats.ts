import type { BadLine } from "../data-file/data-line.ts";
import { shown } from "../data-file/values.ts";
import { excessSeats, type SlotSeats } from "../seats.ts";
import { counted } from "../wording.ts";
import type { SeatClaim } from "./decide-booking-line.ts";
import { overfullLine, type SettledSlot } from "./settle-slots.ts";

/** The seats that some claims of a slot compete for: all of the slot, or those of one of its ticket types. */
interface Contest {
  readonly ticketType: string | null;
  readonly after: SlotSeats;
  readonly claims: readonly SeatClaim[];
  free: number;
}

/**
 * The lines to leave out of a slot whose excess grows, or that of a ticket type in it. Those that ask for more seats get
 * them by the time of booking, then by line; one that asks for too many does not stop those behind it (A73). Where the
 * slot or the type would be too full without them, the line of the slot or of the ticket type is the bad one.
 */
export function contestSeats(settled: SettledSlot, claims: readonly SeatClaim[]): BadLine[] {
  const contests = [
    // An entry that its type's limit refuses takes no seat of the slot.
    ...settled.types.flatMap(({ id, before, after }) => {
      const ofType = claims.filter(({ ticketType }) => ticketType === id);
      return after === null ? [] : [contestOf(id, before, after, ofType)];
    }),
    contestOf(null, settled.before, settled.after, claims),
  ];
  const full = contests.find(({ free }) => free < 0);
  if (full !== undefined) return [overfullLine(withoutAsked(settled, full))];
  const unseated = new Map<SeatClaim, Contest>();
  for (const claim of claims.filter(asksForMore).toSorted(byTimeOfBooking)) {
    const more = claim.seats - claim.held;
    const its = contests.filter((each) => isIn(each, claim));
    const lacking = its.find(({ free }) => more > free);
    if (lacking === undefined) for (const each of its) each.free -= more;
    else unseated.set(claim, lacking);
  }
  return Array.from(unseated, ([{ line, booking, seats, held }, lacking]) => {
    const whose =
      lacking.ticketType === null ? "" : ` of the ticket type ${shown(lacking.ticketType)}`;
    const holders = holdersOf(lacking, unseated);
    return {
      line,
      kind: "booking",
      key: booking,
      field: "slot_starting_at",
      expected: `${counted(seats - held, "free seat")}${whose}: of the slot's ${lacking.after.capacity}, ${holders}`,
    };
  });
}

function isIn({ ticketType }: Contest, claim: SeatClaim): boolean {
  return ticketType === null || ticketType === claim.ticketType;
}

function asksForMore({ seats, held }: SeatClaim): boolean {
  return seats > held;
}

function askedBy(claims: readonly SeatClaim[]): number {
  return claims.filter(asksForMore).reduce((sum, { seats, held }) => sum + seats - held, 0);
}

function contestOf(
  ticketType: string | null,
  before: SlotSeats | null,
  after: SlotSeats,
  claims: readonly SeatClaim[],
): Contest {
  // A slot that was overbooked before may stay so.
  const limit = after.capacity + (before === null ? 0 : excessSeats(before));
  return { ticketType, after, claims, free: limit - after.taken + askedBy(claims) };
}

/** The slot without the seats that the contest's claims ask for. */
function withoutAsked(settled: SettledSlot, { ticketType, after, claims }: Contest): SettledSlot {
  const taken = after.taken - askedBy(claims);
  if (ticketType === null) return { ...settled, grows: 1, after: { ...after, taken } };
  const types = settled.types
    .filter(({ id }) => id === ticketType)
    .map((type) => ({ ...type, grows: 1, after: { ...after, taken } }));
  return { ...settled, grows: 0, types };
}

function byTimeOfBooking(one: SeatClaim, other: SeatClaim): number {
  return one.bookedAt - other.bookedAt || one.line - other.line;
}

/** How many lines a report names as holders of a slot's seats. */
const holdersNamed = 20;

/** Which lines hold the seats, and how many the account's other bookings hold. */
function holdersOf(
  { after, claims }: Contest,
  unseated: { readonly has: (claim: SeatClaim) => boolean },
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
