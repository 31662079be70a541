import { zonedTime } from "./local-time.ts";
import { counted } from "./wording.ts";

/*
 * A host is a person unless it says `overlaps`, and a person is one whatever the activity: hosts of several activities and
 * campaigns that have the same id are the same. Two slots of one person at one time are a mistake that nobody sees before the
 * day, but there are reasons for it as well (a substitute comes, the second slot is closed later), so it is a warning and
 * never a refusal.
 */

/** A slot of a host. */
export interface HostSlot {
  readonly publicKey: string;
  readonly activityId: string;
  readonly hostId: string;
  readonly hostName: string;
  /** Milliseconds UTC. */
  readonly startingAt: number;
  /** Null: no length. */
  readonly minutes: number | null;
  /** The campaign's zone. */
  readonly timezone: string;
  /** Whether it is made or changed now: an overlap of two slots that were there before is not reported again. */
  readonly isNew: boolean;
  /** Of an import: the line that says so. */
  readonly line?: number;
}

/** The first time at which a host has two slots, and what follows. */
export interface HostOverlap {
  readonly earlier: HostSlot;
  readonly later: HostSlot;
  /** How many further slots begin while another of their host lasts, one of the two new. */
  readonly more: number;
}

const minuteMs = 60_000;

/**
 * The first overlap with a slot that is new, by the start of the later slot, then by host. Slots that touch do not overlap. A
 * slot without a length lasts the moment of its start: nobody knows how long it takes its host, but then it does.
 */
export function firstOverlap(slots: readonly HostSlot[]): HostOverlap | null {
  let first: Omit<HostOverlap, "more"> | null = null;
  let count = 0;
  for (const ofHost of Map.groupBy(slots, ({ hostId }) => hostId).values()) {
    for (const pair of overlapsOf(ofHost)) {
      count += 1;
      if (first === null || isBefore(pair.later, first.later)) first = pair;
    }
  }
  return first === null ? null : { ...first, more: count - 1 };
}

/** For each slot of one host that begins while another one lasts, that pair; one of the two is new. */
function* overlapsOf(slots: readonly HostSlot[]): Generator<Omit<HostOverlap, "more">> {
  // Of those that began, the one that lasts longest, and the same of the new ones.
  let [any, fresh]: [HostSlot | null, HostSlot | null] = [null, null];
  for (const later of slots.toSorted((one, other) => one.startingAt - other.startingAt)) {
    const earlier = later.isNew ? any : fresh;
    if (earlier !== null && endOf(earlier) > later.startingAt) yield { earlier, later };
    if (any === null || endOf(later) > endOf(any)) any = later;
    if (later.isNew && (fresh === null || endOf(later) > endOf(fresh))) fresh = later;
  }
}

function endOf({ startingAt, minutes }: HostSlot): number {
  return minutes === null ? startingAt + 1 : startingAt + minutes * minuteMs;
}

function isBefore(one: HostSlot, other: HostSlot): boolean {
  return one.startingAt === other.startingAt
    ? one.hostId < other.hostId
    : one.startingAt < other.startingAt;
}

/** The overlap for a person, by the clocks of one zone. */
export function overlapText({ earlier, later, more }: HostOverlap, zone: string): string {
  const { hostId, hostName } = later;
  const host = hostName === hostId ? hostId : `${hostName} (${hostId})`;
  const [one, other] = [slotText(earlier, later, zone), slotText(later, earlier, zone)];
  const rest =
    more === 0
      ? ""
      : `, and ${counted(more, "more slot begins", "more slots begin")} while another of its host lasts`;
  return `host ${host} has two slots at one time, ${one} and ${other}${rest}; a host that may says overlaps: true`;
}

/** A slot's time, and its place where that differs. */
function slotText(
  { startingAt, minutes, activityId, publicKey }: HostSlot,
  other: HostSlot,
  zone: string,
): string {
  const isOfOther = publicKey !== other.publicKey;
  const place = [
    ...(isOfOther || activityId !== other.activityId ? [` of ${activityId}`] : []),
    ...(isOfOther ? [` in ${publicKey}`] : []),
  ].join("");
  const length = minutes === null ? "" : ` for ${counted(minutes, "minute")}`;
  return `${zonedTime(startingAt, zone, "minute")}${length}${place}`;
}
