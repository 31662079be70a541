import { bookableUntil, type BookingWindow } from "./booking-window.ts";

/*
 * A shop keeps seats while its customer pays: a hold. It is `live` until it is `booked`, `released`, or `ended`: at its
 * end, or earlier where its slot or its account closes or its contact is erased. Its seats are taken for everybody else
 * meanwhile, and it gives them back once, or to its booking. A hold never waits: no free seats, no hold. A rule that
 * changes keeps nobody from paying: a live hold keeps its end, and is booked whatever the clock says.
 */
export type HoldState = "live" | "booked" | "released" | "ended";

/** What a hold may become once it is not live any more. */
export type EndedState = Exclude<HoldState, "live">;

export const holdSecondsMax = 3_600;
export const holdSecondsDefault = 300;
/** From when it was made, however often it is extended. */
const lifetimeMs = 24 * 3_600_000;
/** An id that has ended is remembered for so long, so that a repeated request takes no seats twice. */
export const endedKeptMs = lifetimeMs;

/** Instants are milliseconds UTC. */
export interface HoldTimes {
  readonly madeAt: number;
  /** What was asked for last. */
  readonly askedUntil: number;
  /** Earlier where something cut it. */
  readonly expiresAt: number;
}

/** The times of a hold for which so many seconds are asked now. It ends no later than bookings of its ticket type. */
export function timesOfHold(
  { madeAt, now, seconds }: Readonly<Record<"madeAt" | "now" | "seconds", number>>,
  window: BookingWindow,
): HoldTimes {
  const askedUntil = now + seconds * 1000;
  const expiresAt = Math.min(askedUntil, madeAt + lifetimeMs, bookableUntil(window));
  return { madeAt, askedUntil, expiresAt };
}

/** What cut the end that was asked for; null where nothing did. */
export function cutBy({ madeAt, askedUntil, expiresAt }: HoldTimes): "closing" | "day" | null {
  if (expiresAt >= askedUntil) return null;
  return expiresAt === madeAt + lifetimeMs ? "day" : "closing";
}

/** The state at this moment of a hold that may be stored as `live` after its end, because no server has ended it yet. */
export function stateAt(
  { state, expiresAt }: { readonly state: HoldState; readonly expiresAt: number },
  now: number,
): HoldState {
  return state === "live" && expiresAt <= now ? "ended" : state;
}
