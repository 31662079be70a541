import type { Operation, Step } from "./history.ts";

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
 * A slot of few seats, of which the type of those whose name begins with `v` has a limit (A87), without promotion: its
 * waitlist keeps later bookings out.
 */
export interface SlotState {
  readonly capacity: number;
  readonly vipLimit: number;
  readonly confirmed: readonly string[];
  readonly waiting: readonly string[];
  /** Whose seats are held; a hold is not booked yet. */
  readonly held: readonly string[];
  /** Bookings that moved to another slot, which has seats for all. */
  readonly elsewhere: readonly string[];
}
export interface SlotInput {
  readonly kind: "book" | "hold" | "release" | "book held" | "cancel" | "move" | "close" | "limit";
  /** The caller whose booking it is; of a closing, nobody's; of a change of the limit, the new one. */
  readonly who: string;
}

/** The seats of a slot that is open. */
export const slotSeats = 2;
export const vipLimit = 1;

export function newSlotState(capacity: number): SlotState {
  return { capacity, vipLimit, confirmed: [], waiting: [], held: [], elsewhere: [] };
}

export function isVip(who: string): boolean {
  return who.startsWith("v");
}

/** Outputs: the status booked, `done`, `refused`, or how many bookings a closing cancelled. */
export const slotStep: Step<SlotState, SlotInput> = (state, { kind, who }) => {
  const { capacity, vipLimit: limit, confirmed, waiting, held, elsewhere } = state;
  const taken = [...confirmed, ...held];
  const vips = taken.filter(isVip).length;
  const others = (all: readonly string[]) => all.filter((each) => each !== who);
  // What a closing ended is released already.
  if (kind === "release") return { state: { ...state, held: others(held) }, output: "done" };
  if (kind === "book held" && held.includes(who)) {
    const after = { ...state, held: others(held), confirmed: [...confirmed, who] };
    return { state: after, output: "CONFIRMED" };
  }
  if (kind === "close") {
    const output = `closed ${confirmed.length + waiting.length}`;
    return { state: { ...newSlotState(0), vipLimit: limit, elsewhere }, output };
  }
  if (kind === "limit") {
    if (vips > Number(who)) return { state, output: "refused" };
    // The order names the seats too, so it opens a closed slot.
    return { state: { ...state, capacity: slotSeats, vipLimit: Number(who) }, output: "done" };
  }
  if (kind === "book" || kind === "hold" || kind === "book held") {
    const isPassed = (each: string) => isVip(each) && vips >= limit;
    const isHeldBack = waiting.some((each) => !isPassed(each) || isVip(who));
    const seat = !isHeldBack && !isPassed(who) && taken.length < capacity;
    if (kind === "hold") {
      if (!seat) return { state, output: "refused" };
      return { state: { ...state, held: [...held, who] }, output: "done" };
    }
    if (!seat && kind === "book held") return { state, output: "refused" };
    return seat
      ? { state: { ...state, confirmed: [...confirmed, who] }, output: "CONFIRMED" }
      : { state: { ...state, waiting: [...waiting, who] }, output: "WAITLIST" };
  }
  if (![...confirmed, ...waiting, ...elsewhere].includes(who)) return { state, output: "refused" };
  const without = {
    capacity,
    vipLimit: limit,
    held,
    confirmed: others(confirmed),
    waiting: others(waiting),
  };
  const there = kind === "move" ? [...others(elsewhere), who] : others(elsewhere);
  return { state: { ...without, elsewhere: there }, output: "done" };
};

const at = <I>(input: I, output: string | null, began: number, ended: number): Operation<I> => ({
  input,
  output,
  began,
  ended: output === null ? Infinity : ended,
});

/** Histories with a planted fault, which the checker must refuse, and valid ones beside them. */
export const plantedBookings: Readonly<Record<string, readonly Operation<BookingInput>[]>> = {
  "two cancels win": [at("cancel", "done", 0, 5), at("cancel", "done", 1, 6)],
  "a cancel is lost": [at("cancel", "done", 0, 1), at("read", "CONFIRMED", 2, 3)],
  "a stale read": [
    at("cancel", "done", 0, 5),
    at("read", "CANCELLED", 1, 2),
    at("read", "CONFIRMED", 3, 4),
  ],
  "cancelled after a check-in": [at("check-in", "done", 0, 1), at("cancel", "done", 2, 3)],
  "refused for no reason": [at("cancel", "refused", 0, 1)],
  "an open cancel is seen, then not": [
    at("cancel", null, 0, 0),
    at("read", "CANCELLED", 1, 2),
    at("read", "CONFIRMED", 3, 4),
  ],
};
export const lawfulBookings: readonly (readonly Operation<BookingInput>[])[] = [
  [at("cancel", "done", 0, 5), at("cancel", "refused", 1, 6), at("read", "CONFIRMED", 0, 4)],
  [at("cancel", null, 0, 0), at("read", "CONFIRMED", 1, 2), at("read", "CANCELLED", 3, 4)],
  [at("check-in", "done", 0, 1), at("undo-check-in", "done", 2, 5), at("cancel", "done", 3, 6)],
];
export const plantedSlots: Readonly<Record<string, readonly Operation<SlotInput>[]>> = {
  "a seat is used twice": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "book", who: "b" }, "CONFIRMED", 0, 1),
  ],
  "a seat leaks": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "cancel", who: "a" }, "done", 2, 3),
    at({ kind: "book", who: "b" }, "WAITLIST", 4, 5),
  ],
  "a newcomer overtakes": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "book", who: "b" }, "WAITLIST", 2, 3),
    at({ kind: "cancel", who: "a" }, "done", 4, 5),
    at({ kind: "book", who: "c" }, "CONFIRMED", 6, 7),
  ],
  "a held seat is given to another": [
    at({ kind: "hold", who: "a" }, "done", 0, 1),
    at({ kind: "hold", who: "b" }, "done", 0, 1),
    at({ kind: "book", who: "c" }, "CONFIRMED", 2, 3),
  ],
  "a live hold is refused": [
    at({ kind: "hold", who: "a" }, "done", 0, 1),
    at({ kind: "book held", who: "a" }, "refused", 2, 3),
  ],
  "a released hold keeps its seat": [
    at({ kind: "hold", who: "va" }, "done", 0, 1),
    at({ kind: "release", who: "va" }, "done", 2, 3),
    at({ kind: "hold", who: "vb" }, "refused", 4, 5),
  ],
  "a booking that moved keeps its seat": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "move", who: "a" }, "done", 2, 3),
    at({ kind: "book", who: "b" }, "WAITLIST", 4, 5),
  ],
  "a closing cancels who has moved away": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "move", who: "a" }, "done", 2, 3),
    at({ kind: "close", who: "" }, "closed 1", 4, 5),
  ],
  "a type has a seat too many": [
    at({ kind: "book", who: "va" }, "CONFIRMED", 0, 1),
    at({ kind: "book", who: "vb" }, "CONFIRMED", 2, 3),
  ],
  "a limit falls below those who have a seat": [
    at({ kind: "book", who: "va" }, "CONFIRMED", 0, 1),
    at({ kind: "limit", who: "0" }, "done", 2, 3),
  ],
  "a full type holds back the others": [
    at({ kind: "limit", who: "0" }, "done", 0, 1),
    at({ kind: "book", who: "va" }, "WAITLIST", 2, 3),
    at({ kind: "book", who: "a" }, "WAITLIST", 4, 5),
  ],
  "a closed slot has a seat": [
    at({ kind: "close", who: "" }, "closed 0", 0, 1),
    at({ kind: "book", who: "a" }, "CONFIRMED", 2, 3),
  ],
  "a closing leaves one of two": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "book", who: "b" }, "WAITLIST", 2, 3),
    at({ kind: "close", who: "" }, "closed 1", 4, 5),
  ],
};
export const lawfulSlots: readonly (readonly Operation<SlotInput>[])[] = [
  [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "move", who: "a" }, "done", 2, 6),
    at({ kind: "book", who: "b" }, "CONFIRMED", 3, 5),
    at({ kind: "close", who: "" }, "closed 1", 7, 9),
    at({ kind: "cancel", who: "a" }, "done", 8, 10),
  ],
  [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "close", who: "" }, "closed 1", 2, 6),
    at({ kind: "move", who: "a" }, "refused", 3, 7),
    at({ kind: "book", who: "b" }, "WAITLIST", 3, 8),
  ],
  [
    at({ kind: "book", who: "va" }, "CONFIRMED", 0, 1),
    at({ kind: "book", who: "vb" }, "WAITLIST", 2, 6),
    at({ kind: "limit", who: "2" }, "done", 3, 7),
    at({ kind: "book", who: "c" }, "WAITLIST", 8, 9),
  ],
  [
    at({ kind: "hold", who: "a" }, "done", 0, 1),
    at({ kind: "close", who: "" }, "closed 0", 2, 3),
    at({ kind: "release", who: "a" }, "done", 4, 5),
    at({ kind: "limit", who: "1" }, "done", 6, 7),
    at({ kind: "hold", who: "b" }, "done", 8, 9),
    at({ kind: "book held", who: "b" }, "CONFIRMED", 10, 11),
  ],
];
