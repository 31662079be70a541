import { knownZone } from "../bookings/slot-words.ts";
import { activityKey, type OfferedActivity } from "./offered-activities.ts";
import type { Slot } from "./place.ts";
import { bestOf, type SeatsLeft } from "./seats-left.ts";
import type { Seller } from "./seller.ts";
import { boundsOf, dayIn, weekOf, type Week } from "./week.ts";

/** A slot of the list. */
export interface ListedSlot {
  readonly slot: Slot;
  readonly activity: OfferedActivity;
  /** Null without a choice of hosts. */
  readonly hostName: string | null;
  readonly left: SeatsLeft;
}

export interface WeekPage {
  readonly week: Week;
  /** Whether the week before has begun already. */
  readonly isFirst: boolean;
  readonly activities: readonly OfferedActivity[];
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** All hosts by name, those of the chosen activity where there is one. */
  readonly hostNames: readonly string[];
  readonly chosen: { readonly activity: string; readonly host: string };
  /** By day; each by start. */
  readonly days: ReadonlyMap<string, readonly ListedSlot[]>;
  /** The day of the next slot after a week that has none; null where none is known. */
  readonly nextDay: string | null;
}

/** More slots are too many for one page. */
const mostSlots = 1_000;
/** Among so many slots the next one is looked for, and so far ahead. */
const mostAhead = 200;
const lookAheadMs = 10 * 366 * 86_400_000;

/** Reads the slots of a week, by the clock of each slot's campaign. */
export async function readWeek(
  seller: Seller,
  asked: URLSearchParams,
  now: Date,
  signal: AbortSignal,
): Promise<WeekPage> {
  const { activities, isWhole } = await seller.offered();
  const byKey = new Map(activities.map((each) => [activityKey(each), each]));
  const activity = byKey.get(asked.get("activity") ?? "") ?? null;
  const hostNames = [
    ...new Set((activity ? [activity] : activities).flatMap(({ hosts }) => [...hosts.values()])),
  ].toSorted((one, other) => one.localeCompare(other));
  const host = hostNames.find((name) => name === asked.get("host")) ?? null;
  const today = dayIn(knownZone((activity ?? activities[0])?.timezone ?? "UTC"), now);
  const week = weekOf(asked.get("week"), today);
  const listed = (slots: readonly Slot[]) =>
    slots.flatMap((slot) => {
      const found = byKey.get(activityKey({ interaction: slot.interaction, id: slot.activity }));
      if (found === undefined || hasEnded(slot)) return [];
      const hostName = slot.host === undefined ? null : (found.hosts.get(slot.host) ?? slot.host);
      if (host !== null && hostName !== host) return [];
      return [{ slot, activity: found, hostName, left: bestOf(slot, found) }];
    });
  const { from, to } = boundsOf(week);
  const ofWeek = listed(await seller.slots({ from, to, activity, most: mostSlots }, signal));
  const days = Map.groupBy(ofWeek, ({ slot }) => dayOf(slot));
  const own = new Map(
    week.days.flatMap((day) => (days.has(day) ? [[day, days.get(day) ?? []]] : [])),
  );
  let nextDay: string | null = null;
  if (own.size === 0) {
    const later = { from, to: new Date(to.getTime() + lookAheadMs), activity, most: mostAhead };
    const found = listed(await seller.slots(later, signal));
    const next = found.find(({ slot }) => dayOf(slot) >= week.next);
    nextDay = next === undefined ? null : dayOf(next.slot);
  }
  return {
    week,
    isFirst: week.days.includes(today) || (week.days[0] ?? "") < today,
    activities,
    isWhole,
    hostNames,
    chosen: { activity: activity === null ? "" : activityKey(activity), host: host ?? "" },
    days: own,
    nextDay,
  };
}

function dayOf({ timezone, starting_at: start }: Slot): string {
  return dayIn(knownZone(timezone), new Date(start));
}

/** Whether it has begun, and no ticket type can be booked after that. */
function hasEnded({ availability }: Slot): boolean {
  return Object.values(availability).every(({ why }) => why === "slot-has-begun");
}
