import { mutantsOf, type Mutant } from "./mutant.ts";

const holds = "test/holds.test.ts";

/** Places that forget what a hold is (A103). */
export const holdMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/bookings/book.ts", holds, [
    [
      "a hold that a booking uses up takes its seats twice",
      "const seatsMore = held === null ? seatsTaken : 0;",
      "const seatsMore = seatsTaken;",
    ],
    ["a booking does not use its hold up", "    ...used?.rows,\n", ""],
  ]),
  ...mutantsOf("src/store/bookings/end-seats.ts", holds, [
    ["an end frees nothing", "giveBackSeats(seats, freed)", "seats"],
    ["an end frees twice", "giveBackSeats(seats, freed)", "giveBackSeats(seats, 2 * freed)"],
  ]),
  ...mutantsOf("src/store/holds/make-hold.ts", holds, [
    ["a hold is made whatever the clock says", "if (byClock !== null) return byClock;", ""],
  ]),
  ...mutantsOf("src/store/holds/make-hold.ts", "test/kept-seats.test.ts", [
    [
      "a hold that ended is answered as one that lives",
      'if (held.state !== "live") return { refused: { why: "hold-ended", state: held.state } };',
      "",
    ],
  ]),
  ...mutantsOf("src/domain/hold.ts", holds, [
    ["a hold lives for ever", "madeAt + lifetimeMs, bookable", "Infinity, bookable"],
    ["a hold lives for a moment longer", "expiresAt <= now ?", "expiresAt < now ?"],
  ]),
];
