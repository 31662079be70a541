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

/** A slot of few seats, without promotion: its waitlist keeps later bookings out. */
export interface SlotState {
  readonly confirmed: readonly string[];
  readonly waiting: readonly string[];
}
export interface SlotInput {
  readonly kind: "book" | "cancel";
  /** The caller who books, or whose booking is cancelled. */
  readonly who: string;
}

/** Outputs: the status booked, `done`, or `refused`. */
export function slotStep(capacity: number): Step<SlotState, SlotInput> {
  return ({ confirmed, waiting }, { kind, who }) => {
    if (kind === "book") {
      const seat = waiting.length === 0 && confirmed.length < capacity;
      return seat
        ? { state: { confirmed: [...confirmed, who], waiting }, output: "CONFIRMED" }
        : { state: { confirmed, waiting: [...waiting, who] }, output: "WAITLIST" };
    }
    if (!confirmed.includes(who) && !waiting.includes(who)) {
      return { state: { confirmed, waiting }, output: "refused" };
    }
    const others = (all: readonly string[]) => all.filter((each) => each !== who);
    return { state: { confirmed: others(confirmed), waiting: others(waiting) }, output: "done" };
  };
}

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
};
