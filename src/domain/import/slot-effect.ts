import { type SlotPlace, nameByKey, recordAfter, slotName } from "../catalogue/catalogue-state.ts";
import type { DataLine, DataLineOf, SlotLine } from "../data-file/data-line.ts";
import { closedWith, excessSeats, freeSeats, type SlotSeats } from "../seats.ts";
import { limitMap, limitOfType } from "../type-limit.ts";
import type { ImportState, TypeHere } from "./decide-booking-line.ts";

/** What lines do to one slot. */
export interface SlotEffect {
  readonly place: SlotPlace;
  /** How many seats more are taken. */
  seats: number;
  /** The capacity that a line of the slot says; null where none does. */
  capacity: number | null;
  /** Whether it is closed by such a line; null where none does say. */
  isClosed: boolean | null;
  /** The slot's own line. */
  line: number | null;
  /** The line of a ticket type that changes its limit. */
  typeLine: number | null;
  /** The first line of a booking that takes seats of it. */
  firstBooking: number | null;
  /** Whether a known booking in it changes. */
  changesBooking: boolean;
  /** How many new bookings of types without a limit wait for its seats. */
  waiting: number;
  /** What they do to its ticket types, by id. */
  readonly types: Record<string, TypeEffect>;
}

/** What lines do to a ticket type in a slot; only types with a limit there, before or after the lines, have one. */
export interface TypeEffect {
  readonly here: TypeHere;
  readonly ownAfter: number | null;
  readonly limitBefore: number | null;
  readonly limitAfter: number | null;
  /** How many seats of it more are taken. */
  seats: number;
  /** How many new bookings wait for it. */
  waiting: number;
}

/** The effect on a slot. The first call for a slot adds it to `slots`. */
export function effectOn(
  slots: Map<string, SlotEffect>,
  place: SlotPlace,
  name = slotName(place),
): SlotEffect {
  const known = slots.get(name);
  if (known !== undefined) return known;
  const effect: SlotEffect = {
    place,
    seats: 0,
    capacity: null,
    isClosed: null,
    line: null,
    typeLine: null,
    firstBooking: null,
    changesBooking: false,
    waiting: 0,
    types: Object.create(null) as Record<string, TypeEffect>,
  };
  slots.set(name, effect);
  return effect;
}

/** Takes seats for a ticket type in a slot, or gives them back where they are less than 0. */
export function takeSeats(
  effect: SlotEffect,
  ticketTypeId: string,
  seats: number,
  state: ImportState,
): void {
  if (seats === 0) return;
  effect.seats += seats;
  const type = typeEffectOn(effect, ticketTypeId, state);
  if (type !== null) type.seats += seats;
}

const absent: TypeHere = { own: null, overbooked: 0, live: 0 };

/** The effect on a type in a slot, which the first call adds to the slot; null where nothing limits the type. */
export function typeEffectOn(
  { place, types }: SlotEffect,
  ticketTypeId: string,
  state: ImportState,
): TypeEffect | null {
  const known = types[ticketTypeId];
  if (known !== undefined) return known;
  if (!limitsTypes(state)) return null;
  const { interaction, activity } = place;
  const key = ["ticket_type", interaction, activity, ticketTypeId] as const;
  const here = typesHere(place, state).get(ticketTypeId) ?? absent;
  const ownAfter = ownLimitAfter(place, ticketTypeId, here, state);
  // The name begins with the kind.
  const before = state.known.get(nameByKey(...key)) as DataLineOf<"ticket_type"> | undefined;
  const limitBefore = limitOf(before, here.own);
  const limitAfter = limitOf(recordAfter(state, ...key), ownAfter);
  if (limitBefore === null && limitAfter === null && here.own === ownAfter) return null;
  const effect = { here, ownAfter, limitBefore, limitAfter, seats: 0, waiting: 0 };
  types[ticketTypeId] = effect;
  return effect;
}

/** Whether something limits a ticket type in a slot, before or after the lines. */
function limitsTypes(state: ImportState): boolean {
  let limits = limiting.get(state);
  if (limits === undefined) {
    const records = [...state.known.values(), ...state.defined.values()];
    limits = state.typesHere.size > 0 || records.some(saysLimit);
    limiting.set(state, limits);
  }
  return limits;
}

/** The answers of `limitsTypes`, which is asked for each booking. */
const limiting = new WeakMap<ImportState, boolean>();

/** Whether a line limits a ticket type in a slot. */
export function saysLimit(record: DataLine | null | undefined): boolean {
  if (record?.kind === "ticket_type") return (record.capacity_per_slot ?? null) !== null;
  return record?.kind === "slot" && (record.ticket_types ?? null) !== null;
}

function typesHere(place: SlotPlace, state: ImportState): ReadonlyMap<string, TypeHere> {
  return state.typesHere.get(slotName(place)) ?? new Map<string, TypeHere>();
}

function limitOf(type: DataLineOf<"ticket_type"> | undefined, own: number | null): number | null {
  const { has_limited_capacity: isLimited = false, capacity_per_slot: perSlot = null } = type ?? {};
  return limitOfType({ isLimited, perSlot, own });
}

function ownLimitAfter(
  { interaction, activity, host, starting_at }: SlotPlace,
  ticketTypeId: string,
  { own }: TypeHere,
  state: ImportState,
): number | null {
  const line = recordAfter(state, "slot", interaction, activity, host, starting_at);
  const said = line?.ticket_types;
  if (said === undefined || said === null) return said === undefined ? own : null;
  return Object.hasOwn(said, ticketTypeId) ? (said[ticketTypeId] ?? null) : own;
}

/** The types whose limit a slot's line says: those that it names, and with null for the whole all of the slot's own. */
export function namedTypes(line: SlotLine, state: ImportState): readonly string[] {
  if (line.ticket_types === undefined) return [];
  return Object.keys(line.ticket_types ?? Object.fromEntries(typesHere(line, state)));
}

/** The slot's own limits, in the order of their types; null where it has none. */
export function ownLimits(place: SlotPlace, state: ImportState): SlotLine["ticket_types"] {
  return limitMap(Array.from(typesHere(place, state), ([id, { own }]) => [id, own]));
}

/** The same after a line of the slot. */
function ownLimitsAfter(line: SlotLine, state: ImportState): SlotLine["ticket_types"] {
  const here = typesHere(line, state);
  const types = new Set([...here.keys(), ...namedTypes(line, state)]);
  return limitMap(
    Array.from(types, (id) => [id, ownLimitAfter(line, id, here.get(id) ?? absent, state)]),
  );
}

/** A ticket type in a slot before and after the lines; null where nothing limits it. */
export interface SettledType {
  readonly id: string;
  readonly effect: TypeEffect;
  readonly before: SlotSeats | null;
  readonly after: SlotSeats | null;
  /** By how many tickets its excess over the limit grows. */
  readonly grows: number;
}

/** The types that change. */
export function settleTypes({ types }: SlotEffect): SettledType[] {
  return Object.entries(types).flatMap(([id, effect]) => {
    const { here, ownAfter, limitBefore, limitAfter, seats } = effect;
    if (seats === 0 && limitBefore === limitAfter && here.own === ownAfter) return [];
    const before = seatsOfType(limitBefore, here.live);
    const after = seatsOfType(limitAfter, here.live + seats);
    const grows = Math.max(0, (after?.overbookedBy ?? 0) - (before?.overbookedBy ?? 0));
    return [{ id, effect, before, after, grows }];
  });
}

function seatsOfType(capacity: number | null, taken: number): SlotSeats | null {
  if (capacity === null) return null;
  return { capacity, taken, overbookedBy: excessSeats({ capacity, taken, overbookedBy: 0 }) };
}

/** Whether entries of the type may move up that its limit refused before. */
export function admitsMore({ before, after }: SettledType): boolean {
  return before !== null && (after === null || freeSeats(after) > freeSeats(before));
}

/** The effect on a ticket type of two groups of lines of one file together. */
export function mergeTypeEffects(one: TypeEffect, other: TypeEffect): TypeEffect {
  return { ...one, seats: one.seats + other.seats, waiting: one.waiting + other.waiting };
}

/**
 * The slot that a line leaves: with the line's length, else its own, else for a new slot the usual one after the lines
 * (A75), with its own limits of ticket types, and closed until it has seats.
 */
export function wholeSlot(line: SlotLine, state: ImportState): SlotLine {
  const known = state.slotDurations.get(slotName(line));
  const minutes = known === undefined ? usualDuration(line, state) : known;
  const { slot_duration_in_minutes = minutes } = line;
  const closedAt = state.slots.get(slotName(line))?.closedAt ?? null;
  const { closed = closedWith(line.capacity, closedAt) !== null } = line;
  return { ...line, slot_duration_in_minutes, ticket_types: ownLimitsAfter(line, state), closed };
}

/** The account's slot with the key of a line. */
export function knownSlot(line: SlotLine, state: ImportState): SlotLine | undefined {
  const name = slotName(line);
  const known = state.slots.get(name);
  if (known === undefined) return undefined;
  const { capacity, closedAt } = known;
  const minutes = state.slotDurations.get(name) ?? null;
  const ticket_types = ownLimits(line, state);
  const closed = closedAt !== null;
  return { ...line, capacity, slot_duration_in_minutes: minutes, ticket_types, closed };
}

/** Whether a decided slot has the length that its bookings show already; for a new slot, the usual one. */
export function isAsLong(decided: SlotLine, state: ImportState): boolean {
  const known = state.slotDurations.get(slotName(decided));
  const shown = known === undefined ? usualDuration(decided, state) : known;
  return decided.slot_duration_in_minutes === shown;
}

/** What new slots of the place last: as the host says, or the activity where there is no choice of hosts (A59). */
export function usualDuration(
  { interaction, activity, host }: Omit<SlotPlace, "starting_at">,
  state: Pick<ImportState, "known" | "defined">,
): number | null {
  const record =
    host === null
      ? recordAfter(state, "activity", interaction, activity)
      : recordAfter(state, "host", interaction, activity, host);
  return record?.slot_duration_in_minutes ?? null;
}
