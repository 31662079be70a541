import { mutantsOf, type Mutant } from "./mutant.ts";

const model = { proof: "model --count 60 --seed 2", engine: "postgres" } as const;
const histories = { proof: "histories --count 60" } as const;

/** What the proofs must see of seats under the clock, of reminders, and of what a shop keeps. */
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
      "if (offer !== null) return offer.isLive ? null : {",
      "if (offer !== null) return offer.isLive || offer !== null ? null : {",
    ],
  ]),
  ...mutantsOf("src/domain/booking-window.ts", model, [
    [
      "a booking is made before its type's window, for the proof model",
      "return from !== null && now < from ?",
      "return from !== null && now < 0 ?",
    ],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", { proof: "linearizable --count 60" }, [
    [
      "an accept confirms nobody, for the proof linearizable",
      "return byClock ?? { seatsTaken: liveTickets(booking).length, overtaking: false };",
      'return byClock ?? { refused: { why: "no-live-ticket" } };',
    ],
  ]),
  ...mutantsOf("src/domain/reminder.ts", histories, [
    [
      "a move to another start arms no reminder, for the proof histories",
      'told["slot_starting_at"] !== start || told["minutes_before"] !== minutes',
      'told["minutes_before"] !== minutes',
    ],
  ]),
  ...mutantsOf("src/store/contacts/erase-identity.ts", histories, [
    [
      "a shop's data stays after the erasure, for the proof histories",
      '.deleteFrom("booking_data")',
      '.deleteFrom("booking_data").where("reference", "=", "")',
    ],
  ]),
  ...mutantsOf("src/domain/reminder.ts", { proof: "webhooks --count 100" }, [
    [
      "a reminder is told twice, for the proof webhooks",
      'return told["slot_starting_at"] !== start || told["minutes_before"] !== minutes;',
      "return told !== null;",
    ],
  ]),
];
