import {
  slotName,
  type CatalogueState,
  nameByKey,
  recordAfter,
  recordName,
} from "../catalogue/catalogue-state.ts";
import { type BadLine, type DataLine, type DataLineOf, keyText } from "../data-file/data-line.ts";
import { excessSeats, freeSeats, type SlotSeats, type SlotState } from "../seats.ts";
import { shown } from "../data-file/values.ts";
import {
  type SlotEffect,
  admitsMore,
  mergeTypeEffects,
  settleTypes,
  type SettledType,
} from "./slot-effect.ts";
import type { ImportState } from "./decide-booking-line.ts";

/** A slot before and after the lines. */
export interface SettledSlot {
  readonly effect: SlotEffect;
  /** Null for a new slot. */
  readonly before: SlotState | null;
  readonly after: SlotSeats;
  /** Whether it is closed then. */
  readonly isClosed: boolean;
  /** By how many seats its excess over the capacity grows. */
  readonly grows: number;
  /** Its ticket types that change. */
  readonly types: readonly SettledType[];
}

/**
 * The slot after the lines; null where it does not change. A slot that nothing defines has no capacity; its
 * bookings are bad lines for that. Seats are live tickets of CONFIRMED bookings with limited ticket types.
 */
export function settleSlot(effect: SlotEffect, before: SlotState | null): SettledSlot | null {
  const capacity = effect.capacity ?? before?.capacity;
  if (capacity === undefined) return null;
  const types = settleTypes(effect);
  const wasClosed = isClosedNow(before);
  const isClosed = effect.isClosed ?? wasClosed;
  const isSame = capacity === before?.capacity && isClosed === wasClosed;
  if (effect.seats === 0 && isSame && types.length === 0) return null;
  const taken = (before?.taken ?? 0) + effect.seats;
  const excess = excessSeats({ capacity, taken, overbookedBy: 0 });
  const after = { capacity, taken, overbookedBy: excess };
  const grows = Math.max(0, excess - (before === null ? 0 : excessSeats(before)));
  return { effect, before, after, isClosed, grows, types };
}

/** Whether a slot is closed; a new one is not yet. */
export function isClosedNow(slot: SlotState | null): boolean {
  return slot !== null && slot.closedAt !== null;
}

/** Whether the slot, or a ticket type in it, is filled beyond its limit. */
export function isOverfull({ grows, types }: SettledSlot): boolean {
  return grows > 0 || types.some((type) => type.grows > 0);
}

export function settleSlots(
  effects: ReadonlyMap<string, SlotEffect>,
  { slots }: Pick<CatalogueState, "slots">,
): SettledSlot[] {
  return Array.from(effects.values()).flatMap((effect) => {
    const settled = settleSlot(effect, slots.get(slotName(effect.place)) ?? null);
    return settled === null ? [] : [settled];
  });
}

/** How many slots are filled beyond their capacity by more than before, and by how many seats. */
export function sumOverbooked(settled: readonly SettledSlot[]): { slots: number; seats: number } {
  const grown = settled.filter(({ grows }) => grows > 0);
  const seats = grown.reduce((sum, { after }) => sum + after.taken - after.capacity, 0);
  return { slots: grown.length, seats };
}

/** By `slotName`. */
export function seatsAfter(settled: readonly SettledSlot[]): Map<string, SlotSeats> {
  return new Map(settled.map(({ effect, after }) => [slotName(effect.place), after]));
}

/** The fault of a slot whose excess grows, or that of a type: what was overbooked before may stay as it was. */
export function overfullLine({ effect, after, grows, types }: SettledSlot): BadLine {
  const { place, line, typeLine, firstBooking } = effect;
  const type = grows > 0 ? undefined : types.find((each) => each.grows > 0);
  const taken = type?.after?.taken ?? after.taken;
  const whose =
    type === undefined ? "with limited ticket types" : `of the ticket type ${shown(type.id)}`;
  // An added slot has the number of its first booking, below zero.
  const isCapacityOfNew = type === undefined && line !== null && line < 0;
  return {
    line: Math.abs(line ?? typeLine ?? firstBooking ?? 0),
    kind: "slot",
    key: keyText({
      kind: "slot",
      ...place,
      capacity: after.capacity,
      slot_duration_in_minutes: undefined,
      ticket_types: undefined,
      closed: undefined,
    }),
    field: type === undefined ? "capacity" : `ticket_types.${shown(type.id)}`,
    expected: isCapacityOfNew
      ? `at least ${taken} in a new slot, as many as its CONFIRMED bookings take`
      : `at least ${taken}, as many as there are live tickets of CONFIRMED bookings ${whose}`,
  };
}

/**
 * Whether somebody may move up in a known slot: it has more free seats, or one of its bookings changes. New bookings
 * alone promote nobody, so that a file gives the same bookings in every account.
 */
export function mayMoveUp(effect: SlotEffect, before: SlotSeats, after: SlotSeats): boolean {
  const isFreed = freeSeats(after) > freeSeats(before);
  return effect.changesBooking || isFreed || settleTypes(effect).some(admitsMore);
}

/** Whether the lines lower the capacity of a known slot, or a limit of a ticket type in it, and whether they raise one. */
export function compareLimits(
  capacity: number,
  before: SlotSeats | undefined,
  { types = {} }: Partial<SlotEffect> = {},
) {
  const ofTypes = Object.values(types).map(
    ({ limitBefore, limitAfter }) => (limitAfter ?? Infinity) - (limitBefore ?? Infinity) || 0,
  );
  const changes = before === undefined ? [] : [capacity - before.capacity, ...ofTypes];
  return { lowers: changes.some((by) => by < 0), raises: changes.some((by) => by > 0) };
}

/**
 * How many of the slot's new bookings wait beside free seats, because an import promotes nobody whom it adds (B64). In
 * a slot that has begun nobody moves up by itself any more, so that its bookings wait for nothing.
 */
export function waitingBesideSeats(
  effect: SlotEffect,
  {
    before,
    after,
    now,
  }: { readonly before: SlotSeats | null; readonly after: SlotSeats; readonly now: number },
): number {
  if (effect.place.starting_at <= now) return 0;
  const isPromoted = before !== null && mayMoveUp(effect, before, after);
  if (isPromoted || freeSeats(after) === 0) return 0;
  return Object.values(effect.types).reduce((sum, { limitAfter, here, seats, waiting }) => {
    return limitAfter === null || limitAfter > here.live + seats ? sum + waiting : sum;
  }, effect.waiting);
}

/** The effect on a slot of two groups of lines of one file together. */
export function mergeEffects(one: SlotEffect, other: SlotEffect): SlotEffect {
  return {
    place: one.place,
    seats: one.seats + other.seats,
    capacity: one.capacity ?? other.capacity,
    isClosed: one.isClosed ?? other.isClosed,
    line: one.line ?? other.line,
    typeLine: firstLine(one.typeLine, other.typeLine),
    firstBooking: firstLine(one.firstBooking, other.firstBooking),
    changesBooking: one.changesBooking || other.changesBooking,
    waiting: one.waiting + other.waiting,
    types: mergeTypes(one.types, other.types),
  };
}

function mergeTypes(one: SlotEffect["types"], other: SlotEffect["types"]): SlotEffect["types"] {
  const types = new Map(Object.entries(one));
  for (const [id, effect] of Object.entries(other)) {
    const known = types.get(id);
    types.set(id, known === undefined ? effect : mergeTypeEffects(known, effect));
  }
  return Object.fromEntries(types);
}

/** The smaller of two numbers of lines, each of which may be absent. */
function firstLine(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Whether a promotion may follow in the campaign, after the lines. */
export function movesUpAfter(state: ImportState, interaction: string): boolean {
  const mode = recordAfter(state, "interaction", interaction)?.waitlist_promotion ?? "manual";
  return mode !== "manual";
}

/**
 * Whether the lines make a known campaign promote, or offer, by itself. Where the import `resumes` one that broke off,
 * that one may have done so already.
 */
export function beginsToMoveUp(state: ImportState, interaction: string, resumes = false): boolean {
  const before = state.known.get(nameByKey("interaction", interaction));
  if (before?.kind !== "interaction" || !movesUpAfter(state, interaction)) return false;
  const after = recordAfter(state, "interaction", interaction);
  return resumes || before.waitlist_promotion !== after?.waitlist_promotion;
}

/** An activity, or all activities of a campaign (null). */
interface WaitlistPlace {
  readonly interaction: string;
  readonly activity: string | null;
}

/**
 * The activities on whose waitlists somebody may move up although no seat is added. Their campaign begins to promote or
 * offer by itself, a ticket type gets another limit, or their cut-off changes.
 */
export function waitlistsToMoveUp(
  lines: readonly { readonly content: DataLine }[],
  state: ImportState,
  resumes: boolean,
): WaitlistPlace[] {
  return lines.flatMap(({ content }): WaitlistPlace[] => {
    if (content.kind === "interaction") {
      const { public_key: interaction } = content;
      const begins =
        beginsToMoveUp(state, interaction, resumes) ||
        (changesCutoff(content, state) && movesUpAfter(state, interaction));
      return begins ? [{ interaction, activity: null }] : [];
    }
    if (content.kind !== "ticket_type") return [];
    if (limitChangeOf(content, state) === null && !changesCutoff(content, state)) return [];
    const { interaction, activity } = content;
    return movesUpAfter(state, interaction) ? [{ interaction, activity }] : [];
  });
}

/** Whether a line changes until when entries of a known campaign or ticket type move up by themselves. */
function changesCutoff(
  line: DataLineOf<"interaction" | "ticket_type">,
  state: Pick<ImportState, "known">,
): boolean {
  const known = state.known.get(recordName(line)) as typeof line | undefined;
  const { booking_cutoff_minutes: cutoff } = line;
  return (
    cutoff !== undefined && known !== undefined && cutoff !== (known.booking_cutoff_minutes ?? null)
  );
}

/** How a line changes the limit of a known ticket type: whether its tickets take seats, or how many a slot takes; null where it does not. */
export function limitChangeOf(
  line: DataLineOf<"ticket_type">,
  state: Pick<ImportState, "known">,
): "seats" | "limit" | null {
  const known = state.known.get(recordName(line));
  if (known?.kind !== "ticket_type") return null;
  if (known.has_limited_capacity !== line.has_limited_capacity) return "seats";
  const limit = line.capacity_per_slot;
  return limit === undefined || limit === (known.capacity_per_slot ?? null) ? null : "limit";
}
