import fc from "fast-check";

/**
 * `plain` has its campaign's cut-off, `early` closes long before the start and opens late, `walkin` is booked after the
 * start too. All take seats, and none is limited.
 */
export const clockTypes = ["plain", "early", "walkin"] as const;
export type ClockType = (typeof clockTypes)[number];
export type Promotion = "manual" | "automatic" | "offer";

/** One act. `index` names a booking and `hold` a hold, both by the order in which they were made. */
export type ClockStep =
  /** The clock goes on to one of the next moments at which something ends or closes, or to right before or after it. */
  | { readonly kind: "wait"; readonly moment: number; readonly offset: -1 | 0 | 1 }
  | {
      readonly kind: "book";
      readonly slot: number;
      readonly type: ClockType;
      readonly tickets: number;
      readonly late: boolean;
    }
  | {
      readonly kind: "hold";
      readonly slot: number;
      readonly type: ClockType;
      readonly tickets: number;
      readonly seconds: number;
    }
  | { readonly kind: "extend"; readonly hold: number; readonly seconds: number }
  | { readonly kind: "release"; readonly hold: number }
  | { readonly kind: "book held"; readonly hold: number }
  /** `ticket` null means all of them. */
  | { readonly kind: "cancel"; readonly index: number; readonly ticket: number | null }
  | {
      readonly kind: "promote";
      readonly index: number;
      readonly overtake: boolean;
      readonly late: boolean;
    }
  | { readonly kind: "accept"; readonly index: number }
  | {
      readonly kind: "move";
      readonly index: number;
      readonly slot: number;
      readonly type: ClockType;
      readonly late: boolean;
    }
  | { readonly kind: "capacity"; readonly slot: number; readonly capacity: number };

const kind = <K extends string>(name: K) => fc.constant(name);
/** An index that means the booking itself, whatever became of it. */
export const unaimed = 4;
const index = fc.nat({ max: unaimed });
const hold = fc.nat({ max: 3 });
const slot = fc.constantFrom(0, 0, 0, 1);
const type = fc.constantFrom<ClockType>("plain", "plain", "plain", "plain", "early", "walkin");
const tickets = fc.constantFrom(1, 1, 2);
const seconds = fc.constantFrom(60, 300, 3_600);
const rarely = fc.nat({ max: 7 }).map((dice) => dice === 0);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

const drawn: fc.Arbitrary<ClockStep[]> = fc.array(
  fc.oneof(
    weighted(
      7,
      fc.record({
        kind: kind("wait"),
        moment: fc.constantFrom(0, 0, 0, 1, 3, 6),
        offset: fc.constantFrom<-1 | 0 | 1>(-1, 0, 1),
      }),
    ),
    weighted(7, fc.record({ kind: kind("book"), slot, type, tickets, late: rarely })),
    weighted(3, fc.record({ kind: kind("hold"), slot, type, tickets, seconds })),
    weighted(1, fc.record({ kind: kind("extend"), hold, seconds })),
    weighted(1, fc.record({ kind: kind("release"), hold })),
    weighted(2, fc.record({ kind: kind("book held"), hold })),
    weighted(
      4,
      fc.record({ kind: kind("cancel"), index, ticket: fc.constantFrom(null, null, 1, 2) }),
    ),
    weighted(4, fc.record({ kind: kind("promote"), index, overtake: fc.boolean(), late: rarely })),
    weighted(4, fc.record({ kind: kind("accept"), index })),
    weighted(3, fc.record({ kind: kind("move"), index, slot, type, late: rarely })),
    weighted(2, fc.record({ kind: kind("capacity"), slot, capacity: fc.nat({ max: 4 }) })),
  ),
  { minLength: 10, maxLength: 22 },
);

const bookPlain = (tickets: number): ClockStep => {
  return { kind: "book", slot: 0, type: "plain", tickets, late: false };
};

/** Most begin with a slot that is full, and some who wait for it. */
export const clockSteps: fc.Arbitrary<ClockStep[]> = fc
  .tuple(fc.constantFrom([], [1, 1, 1, 2], [2, 1, 1], [1, 1, 2, 1, 1]), drawn)
  .map(([first, then]) => [...first.map(bookPlain), ...then]);
