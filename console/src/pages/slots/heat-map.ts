import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { addDays, dayOf } from "../../kit/wall-time.ts";
import { leftByType, seatsOfType } from "./type-seats.ts";
import { clockChanges, type ClockChange } from "./clock-changes.ts";

/** The level of free seats, for the colour and the legend. */
export type HeatLevel = "closed" | "full" | "few" | "some" | "many";

/** The slots that start in one hour of one day, by clocks in the campaign's zone. */
export interface HeatCell {
  readonly day: string;
  readonly hour: number;
  readonly slots: readonly Slot[];
  readonly capacity: number;
  readonly free: number;
  readonly waiting: number;
  readonly overbookedBy: number;
  /** Of the seats that are not free, those of live holds and offers. */
  readonly held: number;
  /** When the first of these ends; null where none is held. */
  readonly heldUntil: string | null;
  readonly level: HeatLevel;
  /** All of them have begun. */
  readonly past: boolean;
}

export interface HeatDay {
  readonly day: string;
  /** One for each of the map's hours; null where no slot starts. */
  readonly cells: readonly (HeatCell | null)[];
  /** When the clock is changed on that day. */
  readonly change: ClockChange | null;
}

export interface HeatMap {
  /** The hours that have slots, and those between them; a long stretch without any is left out. */
  readonly hours: readonly number[];
  readonly days: readonly HeatDay[];
}

export interface HeatMapOptions {
  /** The first day, `2026-11-23`, and how many. */
  readonly from: string;
  readonly days: number;
  readonly zone: string;
  /** Milliseconds UTC. */
  readonly now: number;
  /** The one ticket type whose seats are counted; null: those of the slots. */
  readonly ticketType?: string | null;
}

/**
 * Slots by day and hour in the zone's wall time. An hour that exists twice is one cell; an hour that clocks
 * skip stays empty, and the day has the clock change.
 */
export function heatMapOf(
  slots: readonly Slot[],
  { from, days: count, zone, now, ticketType = null }: HeatMapOptions,
): HeatMap {
  const days = Array.from({ length: count }, (_, index) => addDays(from, index));
  const wanted = new Set(days);
  const cells = new Map<string, Slot[]>();
  const taken = new Set<number>();
  for (const slot of slots) {
    const wall = wallTimeOf(Date.parse(slot.starting_at), zone);
    const day = dayOf(wall);
    if (!wanted.has(day)) continue;
    const hour = new Date(wall).getUTCHours();
    taken.add(hour);
    const key = `${day} ${hour}`;
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [slot]);
    else known.push(slot);
  }
  const hours = hoursOf(taken);
  const { fromMs, toMs } = boundsOf(from, count);
  const changes = new Map(
    clockChanges(fromMs, toMs, zone).map((change) => [dayOf(change.from), change]),
  );
  return {
    hours,
    days: days.map((day) => ({
      day,
      cells: hours.map((hour) =>
        cellOf(day, hour, cells.get(`${day} ${hour}`), { now, ticketType }),
      ),
      change: changes.get(day) ?? null,
    })),
  };
}

/** The longest run of hours without slots that is shown; longer runs would push the others out of sight. */
const emptyHoursMax = 3;

function hoursOf(taken: ReadonlySet<number>): number[] {
  const sorted = [...taken].toSorted((one, other) => one - other);
  return sorted.flatMap((hour, index) => {
    const before = sorted[index - 1] ?? hour - 1;
    const between = hour - before - 1;
    const shown = between > emptyHoursMax ? 0 : between;
    return Array.from({ length: shown + 1 }, (_, step) => hour - shown + step);
  });
}

const hourMs = 3_600_000;

/** The instants that enclose all of the days in every zone (UTC-12 to UTC+14). */
export function boundsOf(from: string, days: number): { fromMs: number; toMs: number } {
  const start = Date.parse(`${from}T00:00:00Z`);
  return { fromMs: start - 14 * hourMs, toMs: start + days * 24 * hourMs + 12 * hourMs };
}

function cellOf(
  day: string,
  hour: number,
  slots: readonly Slot[] | undefined,
  { now, ticketType }: { readonly now: number; readonly ticketType: string | null },
): HeatCell | null {
  if (slots === undefined) return null;
  const sum = (of: (slot: Slot) => number) => slots.reduce((total, each) => total + of(each), 0);
  const seats = (slot: Slot) => seatsOfType(slot, ticketType);
  const capacity = sum((slot) => seats(slot).capacity);
  const free = sum((slot) => seats(slot).free);
  return {
    day,
    hour,
    slots,
    capacity,
    free,
    waiting: sum((slot) =>
      ticketType === null ? slot.waiting_tickets : (seats(slot).waiting ?? 0),
    ),
    overbookedBy: ticketType === null ? sum((slot) => slot.overbooked_by) : 0,
    held: ticketType === null ? sum((slot) => slot.held) : 0,
    heldUntil: ticketType === null ? firstEnd(slots) : null,
    level: levelOf(
      capacity,
      free,
      sum((slot) => seats(slot).taken),
    ),
    past: slots.every((slot) => Date.parse(slot.starting_at) <= now),
  };
}

function firstEnd(slots: readonly Slot[]): string | null {
  const ends = slots.flatMap(({ held_until: until }) => until ?? []).toSorted();
  return ends[0] ?? null;
}

export function levelOf(capacity: number, free: number, taken: number): HeatLevel {
  if (capacity === 0 && taken === 0) return "closed";
  if (free === 0) return "full";
  if (free <= capacity / 4) return "few";
  return free <= (capacity * 2) / 3 ? "some" : "many";
}

/** A cell in words, for readers who do not see its colour; what is left by ticket type is in the words alone. */
export function cellWords(
  { capacity, free, waiting, overbookedBy, held, slots, past }: HeatCell,
  nameOfType: (id: string) => string,
): string {
  const byType = leftByType(slots, nameOfType);
  return [
    slots.length === 1
      ? null
      : t("{count, plural, one {# slot} other {# slots}}", { count: slots.length }),
    seatWords({ capacity, free, overbookedBy, slots }),
    overbookedBy > 0 ? t("overbooked by {overbookedBy}", { overbookedBy }) : null,
    held > 0 ? t("{held} held for a while", { held }) : null,
    waiting > 0
      ? t("{waiting, plural, one {# ticket waits} other {# tickets wait}}", { waiting })
      : null,
    byType === "" ? null : byType,
    past ? t("past") : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function seatWords({
  capacity,
  free,
  overbookedBy,
  slots,
}: Pick<HeatCell, "capacity" | "free" | "overbookedBy" | "slots">): string {
  if (slots.every(({ closed }) => closed)) return t("closed");
  if (capacity === 0 && overbookedBy === 0) return t("no seats");
  return free === 0
    ? t("full, {capacity, plural, one {# seat} other {# seats}}", { capacity })
    : t("{free} of {capacity} seats free", { free, capacity });
}
