import { mutantsOf, type Mutant } from "./mutant.ts";

const model = { proof: "model --count 60 --seed 2", engine: "postgres" } as const;

/** What the model of the clock must see. */
export const seatProofMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/bookings/end-seats.ts", model, [
    [
      "an end frees twice, for the proof model",
      "giveBackSeats(seats, freed)",
      "giveBackSeats(seats, 2 * freed)",
    ],
    [
      "an end lets nobody move up, for the proof model",
      "if (after.taken < seats.taken) await moveUp(",
      "if (after.taken > seats.taken) await moveUp(",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-up.ts", model, [
    [
      "the waitlist moves up after its cut-off, for the proof model",
      "closed = closedTypes(types, now, by);",
      "closed = new Set();",
    ],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", model, [
    ["a promotion asks no clock, for the proof model", "if (byClock !== null) return byClock;", ""],
  ]),
  ...mutantsOf("src/store/bookings/promote.ts", model, [
    [
      "an offer is accepted after its end, for the proof model",
      "return offer.isLive ? null : {",
      "return offer.isLive || offer !== null ? null : {",
    ],
  ]),
  ...mutantsOf("src/domain/booking-window.ts", model, [
    [
      "a booking is made before its type's window, for the proof model",
      "return from !== null && now < from ?",
      "return from !== null && now < 0 ?",
    ],
  ]),
];
