import { mutantsOf, type Mutant } from "./mutant.ts";

const model = { proof: "model --count 60 --seed 2", engine: "postgres" } as const;

const histories = { proof: "histories --count 400" } as const;
const toldTwice = [
  "src/store/reminders/reminder-events.ts",
  "details: JSON.stringify(details),",
  "details: JSON.stringify({ ...details, slot_starting_at: null }),",
] as const;

/** What the model of the clock must see, and what the histories and the receivers must. */
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
  ...["webhooks --count 100", "histories --count 400"].map((proof) => ({
    bug: `a reminder does not say of which start it is, and is told twice, for the proof ${proof}`,
    file: toldTwice[0],
    find: toldTwice[1],
    replace: toldTwice[2],
    caughtBy: { proof },
  })),
  ...mutantsOf("src/store/reminders/reminder-events.ts", histories, [
    [
      "who leaves a start is reminded of it, for the proof histories",
      "if (stands.slot_starting_at !== reminder.startingAt) return [];",
      "",
    ],
  ]),
  ...mutantsOf("src/domain/reminder.ts", histories, [
    [
      "a move does not arm a reminder again, for the proof histories",
      'told["slot_starting_at"] !== start || told["minutes_before"] !== minutes',
      'told["minutes_before"] !== minutes',
    ],
  ]),
  ...mutantsOf("src/store/contacts/erase-identity.ts", histories, [
    [
      "a shop's data stays after the erasure, for the proof histories",
      '.deleteFrom("booking_data")',
      '.deleteFrom("booking_data").where("booking_id", "is", null)',
    ],
  ]),
];
