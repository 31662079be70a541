import type { BookingInput, SlotInput } from "./booking-model.ts";
import type { Operation } from "./history.ts";

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
  "a booking is made after its type's window": [
    at({ kind: "terms", who: "window" }, "done", 0, 1),
    at({ kind: "book", who: "va" }, "CONFIRMED", 2, 3),
  ],
  "a booking is made after its type's cut-off": [
    at({ kind: "terms", who: "cutoff" }, "done", 0, 1),
    at({ kind: "book", who: "va" }, "WAITLIST", 2, 3),
  ],
  "a closed slot has a seat": [
    at({ kind: "close", who: "" }, "closed 0", 0, 1),
    at({ kind: "book", who: "a" }, "CONFIRMED", 2, 3),
  ],
  "a closed slot has a waitlist": [
    at({ kind: "close", who: "" }, "closed 0", 0, 1),
    at({ kind: "book", who: "a" }, "WAITLIST", 2, 3),
  ],
  "a closing leaves one of two": [
    at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
    at({ kind: "book", who: "b" }, "WAITLIST", 2, 3),
    at({ kind: "close", who: "" }, "closed 1", 4, 5),
  ],
};
const offered = [
  at({ kind: "book", who: "a" }, "CONFIRMED", 0, 1),
  at({ kind: "book", who: "b" }, "CONFIRMED", 2, 3),
  at({ kind: "book", who: "c" }, "WAITLIST", 4, 5),
  at({ kind: "cancel", who: "a" }, "done", 6, 7),
] satisfies readonly Operation<SlotInput>[];
/** The same for a slot whose campaign offers its free seats. */
export const plantedOffers: Readonly<Record<string, readonly Operation<SlotInput>[]>> = {
  "nobody is offered the free seat": [
    ...offered,
    at({ kind: "accept", who: "c" }, "refused", 8, 9),
  ],
  "an offered seat is given to another": [...offered, at({ kind: "hold", who: "d" }, "done", 8, 9)],
  "an accept needs no offer": [
    ...offered.slice(0, 3),
    at({ kind: "accept", who: "c" }, "done", 8, 9),
  ],
  "a declined offer keeps its seat": [
    ...offered,
    at({ kind: "cancel", who: "c" }, "done", 8, 9),
    at({ kind: "hold", who: "d" }, "refused", 10, 11),
  ],
  "who is after its cut-off is offered a seat": [
    ...offered.slice(0, 2),
    at({ kind: "book", who: "vc" }, "WAITLIST", 4, 5),
    at({ kind: "terms", who: "cutoff" }, "done", 6, 7),
    at({ kind: "cancel", who: "a" }, "done", 8, 9),
    at({ kind: "accept", who: "vc" }, "done", 10, 11),
  ],
};
export const lawfulOffers: readonly (readonly Operation<SlotInput>[])[] = [
  [
    ...offered,
    at({ kind: "accept", who: "c" }, "done", 8, 9),
    at({ kind: "accept", who: "c" }, "done", 10, 11),
    at({ kind: "close", who: "" }, "closed 2", 12, 13),
  ],
  [
    ...offered.slice(0, 2),
    at({ kind: "book", who: "vc" }, "WAITLIST", 4, 5),
    at({ kind: "terms", who: "cutoff" }, "done", 6, 7),
    at({ kind: "cancel", who: "a" }, "done", 8, 9),
    at({ kind: "accept", who: "vc" }, "refused", 10, 11),
    at({ kind: "terms", who: "open" }, "done", 12, 13),
    at({ kind: "accept", who: "vc" }, "done", 14, 15),
  ],
];
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
    at({ kind: "book", who: "b" }, "refused", 3, 8),
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
