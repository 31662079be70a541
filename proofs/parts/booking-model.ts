import type { Step } from "./history.ts";

/** One booking, as callers and the desk see it. */
export interface BookingState {
  readonly status: "CONFIRMED" | "CANCELLED";
  readonly checkedIn: boolean;
}
export type BookingInput = "cancel" | "check-in" | "undo-check-in" | "read";

export const newBookingState: BookingState = { status: "CONFIRMED", checkedIn: false };

/** Outputs: `done`, `refused`, or the status that was read. */
export const bookingStep: Step<BookingState, BookingInput> = (state, input) => {
  if (input === "read") return { state, output: state.status };
  const live = state.status === "CONFIRMED";
  if (input === "cancel") {
    if (!live || state.checkedIn) return { state, output: "refused" };
    return { state: { ...state, status: "CANCELLED" }, output: "done" };
  }
  if (!live) return { state, output: "refused" };
  return { state: { ...state, checkedIn: input === "check-in" }, output: "done" };
};

/**
 * A slot of few seats, of which the type of those whose name begins with `v` has a limit (A87). Its campaign promotes by
 * hand, so that its waitlist keeps later bookings out, or offers free seats to the first in line (A110).
 */
export interface SlotState {
  readonly isOffering: boolean;
  readonly capacity: number;
  readonly vipLimit: number;
  readonly vipTerms: VipTerms;
  readonly confirmed: readonly string[];
  /** Who waits without an offer, first come first. */
  readonly waiting: readonly string[];
  readonly offered: readonly string[];
  /** Who is CONFIRMED by an offer: to accept it again is no fault. */
  readonly accepted: readonly string[];
  /** Whose seats are held; a hold is not booked yet. */
  readonly held: readonly string[];
  /** Bookings that moved to another slot, which has seats for all. */
  readonly elsewhere: readonly string[];
}
/** Whether the type is booked at this time, its window is over, or its cut-off has passed (A101). */
export type VipTerms = "open" | "window" | "cutoff";
export interface SlotInput {
  readonly kind:
    | "book"
    | "hold"
    | "release"
    | "book held"
    | "accept"
    | "cancel"
    | "move"
    | "close"
    | "limit"
    | "terms";
  /** The caller whose booking it is; of a closing, nobody's; of a change of the limit or the terms, the new ones. */
  readonly who: string;
}

/** The seats of a slot that is open. */
export const slotSeats = 2;
export const vipLimit = 1;

export function newSlotState(capacity: number, isOffering = false): SlotState {
  const nobody = { confirmed: [], waiting: [], offered: [], accepted: [], held: [], elsewhere: [] };
  return { isOffering, capacity, vipLimit, vipTerms: "open", ...nobody };
}

export function isVip(who: string): boolean {
  return who.startsWith("v");
}

/** Outputs: the status booked, `done`, `refused`, or how many bookings a closing cancelled. */
export const slotStep: Step<SlotState, SlotInput> = (state, { kind, who }) => {
  const { vipTerms, confirmed, waiting, offered, accepted, held, elsewhere } = state;
  const refused = { state, output: "refused" };
  // What a closing ended is released already.
  if (kind === "release") return { state: fill(without(state, who, "held")), output: "done" };
  if (kind === "book held" && held.includes(who)) {
    const after = { ...without(state, who, "held"), confirmed: [...confirmed, who] };
    return { state: after, output: "CONFIRMED" };
  }
  if (kind === "close") {
    const output = `closed ${confirmed.length + waiting.length + offered.length}`;
    const { isOffering, vipLimit: limit } = state;
    const kept = { vipLimit: limit, vipTerms, elsewhere };
    return { state: { ...newSlotState(0, isOffering), ...kept }, output };
  }
  if (kind === "limit") {
    if (vipsOf(state) > Number(who)) return refused;
    // The order names the seats too, so it opens a closed slot.
    const after = { ...state, capacity: slotSeats, vipLimit: Number(who) };
    return { state: fill(after), output: "done" };
  }
  if (kind === "terms") {
    return { state: fill({ ...state, vipTerms: who as VipTerms }), output: "done" };
  }
  if (isVip(who) && vipTerms !== "open" && kind !== "cancel" && kind !== "accept") return refused;
  if (kind === "book" || kind === "hold" || kind === "book held") {
    if (isClosed(state)) return refused;
    const hasSeat = admits(state, who);
    if (kind === "hold") {
      return hasSeat ? { state: { ...state, held: [...held, who] }, output: "done" } : refused;
    }
    if (!hasSeat && kind === "book held") return refused;
    return hasSeat
      ? { state: { ...state, confirmed: [...confirmed, who] }, output: "CONFIRMED" }
      : { state: { ...state, waiting: [...waiting, who] }, output: "WAITLIST" };
  }
  if (kind === "accept") {
    if (confirmed.includes(who) && accepted.includes(who)) return { state, output: "done" };
    if (!offered.includes(who)) return refused;
    const after = { ...without(state, who, "offered"), confirmed: [...confirmed, who] };
    return { state: { ...after, accepted: [...accepted, who] }, output: "done" };
  }
  if (![...confirmed, ...waiting, ...offered, ...elsewhere].includes(who)) return refused;
  const left = without(state, who, "confirmed", "waiting", "offered", "elsewhere");
  const there = kind === "move" ? [...left.elsewhere, who] : left.elsewhere;
  return { state: fill({ ...left, elsewhere: there }), output: "done" };
};

type Place = "confirmed" | "waiting" | "offered" | "held" | "elsewhere";

function without(state: SlotState, who: string, ...places: readonly Place[]): SlotState {
  const left = places.map((place) => [place, state[place].filter((each) => each !== who)] as const);
  return { ...state, ...Object.fromEntries(left) };
}

/** A closing alone takes the capacity away (B220). */
function isClosed({ capacity }: SlotState): boolean {
  return capacity === 0;
}

function takenBy({ confirmed, offered, held }: SlotState): readonly string[] {
  return [...confirmed, ...offered, ...held];
}

function vipsOf(state: SlotState): number {
  return takenBy(state).filter(isVip).length;
}

/** Whether others pass an entry: its type's limit refuses it, or its cut-off has passed. */
function isPassed(state: SlotState, who: string): boolean {
  return isVip(who) && (vipsOf(state) >= state.vipLimit || state.vipTerms === "cutoff");
}

function admits(state: SlotState, who: string): boolean {
  const isHeldBack = state.waiting.some((each) => !isPassed(state, each) || isVip(who));
  return !isHeldBack && !isPassed(state, who) && takenBy(state).length < state.capacity;
}

/** Offers the free seats to the first in line, where the campaign does so. */
function fill(state: SlotState): SlotState {
  if (!state.isOffering || takenBy(state).length >= state.capacity) return state;
  const first = state.waiting.find((each) => !isPassed(state, each));
  if (first === undefined) return state;
  return fill({ ...without(state, first, "waiting"), offered: [...state.offered, first] });
}
