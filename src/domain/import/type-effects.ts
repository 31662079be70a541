import { nameOf, recordAfter, slotName, type SlotPlace } from "../catalogue/catalogue-state.ts";
import type { DataLineOf, SlotLine } from "../data-file/data-line.ts";
import { excessSeats, freeSeats, type SlotSeats } from "../seats.ts";
import { limitMap, limitOfType } from "../type-limit.ts";
import type { ImportState } from "./decide-booking-line.ts";
import type { SlotEffect, TypeEffect, TypeHere } from "./slot-effect.ts";

const absent: TypeHere = { own: null, overbooked: 0, live: 0 };

/** The effect on a type in a slot, which the first call for it makes; null where nothing limits the type. */
export function typeEffectOn(
  { place, types }: SlotEffect,
  ticketTypeId: string,
  state: ImportState,
): TypeEffect | null {
  const known = types[ticketTypeId];
  if (known !== undefined) return known;
  const { interaction, activity } = place;
  const key = ["ticket_type", interaction, activity, ticketTypeId] as const;
  const here = typesHere(place, state).get(ticketTypeId) ?? absent;
  const ownAfter = ownLimitAfter(place, ticketTypeId, here, state);
  // The name begins with the kind.
  const before = state.known.get(nameOf(...key)) as DataLineOf<"ticket_type"> | undefined;
  const limitBefore = limitOf(before, here.own);
  const limitAfter = limitOf(recordAfter(state, ...key), ownAfter);
  if (limitBefore === null && limitAfter === null && here.own === ownAfter) return null;
  const effect = { here, ownAfter, limitBefore, limitAfter, seats: 0, waiting: 0 };
  types[ticketTypeId] = effect;
  return effect;
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
export function ownLimitsAfter(line: SlotLine, state: ImportState): SlotLine["ticket_types"] {
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
    const before = seatsOf(limitBefore, here.live);
    const after = seatsOf(limitAfter, here.live + seats);
    const grows = Math.max(0, (after?.overbookedBy ?? 0) - (before?.overbookedBy ?? 0));
    return [{ id, effect, before, after, grows }];
  });
}

function seatsOf(capacity: number | null, taken: number): SlotSeats | null {
  if (capacity === null) return null;
  return { capacity, taken, overbookedBy: excessSeats({ capacity, taken, overbookedBy: 0 }) };
}

/** Whether entries of the type may move up that its limit refused before. */
export function admitsMore({ before, after }: SettledType): boolean {
  return before !== null && (after === null || freeSeats(after) > freeSeats(before));
}

/** Two effects of one file on the same type. */
export function joinedType(one: TypeEffect, other: TypeEffect): TypeEffect {
  return { ...one, seats: one.seats + other.seats, waiting: one.waiting + other.waiting };
}
