import { mutantsOf, type Mutant } from "./mutant.ts";

const windows = "test/booking-window.test.ts";

/** Places that forget until when a seat is given (A101). */
export const windowMutants: readonly Mutant[] = [
  ...mutantsOf("src/domain/booking-window.ts", "src/domain/booking-window.test.ts", [
    ["a slot gives a seat at its start", "if (now >= until) {", "if (now > until) {"],
    [
      "a campaign's cut-off goes before its ticket type's",
      "cutoffOfType ?? cutoffOfCampaign",
      "cutoffOfCampaign ?? cutoffOfType",
    ],
    [
      "who waits moves up in a closed slot",
      "  if (closedAt !== null) return slotClosed(closedAt, timezone);\n",
      "",
    ],
  ]),
  ...mutantsOf("src/domain/booking-window.ts", "test/closed-slot.test.ts", [
    [
      "a closed slot takes whom no seat limits",
      "  if (window.closedAt !== null) return slotClosed(window.closedAt, timezone);\n",
      "",
    ],
  ]),
  ...mutantsOf("src/store/bookings/read-admission.ts", "test/closed-slot.test.ts", [
    ["a late order passes over a closed slot", "return late && isOfSlot !== true;", "return late;"],
  ]),
  ...mutantsOf("src/domain/seats.ts", "test/closed-slot.test.ts", [
    ["seats open no slot", "return capacity > 0 ? null : closedAt;", "return closedAt;"],
  ]),
  ...mutantsOf("src/store/bookings/book.ts", windows, [
    [
      "a booking forgets the clock",
      "if (byClock !== null && (!hasSeats || byClock.refused.isOfSlot === true)) return byClock;",
      "",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-booking.ts", windows, [
    ["a move forgets the clock", "if (byClock !== null) return byClock;", ""],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", windows, [
    ["a promotion by hand forgets the clock", "if (byClock !== null) return byClock;", ""],
    [
      "who waits for a closed type is given its seats",
      "if (closed.has(id)) left.set(id, 0);",
      "if (closed.has(id)) left.delete(id);",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-up.ts", windows, [
    [
      "the waitlist of a slot that has begun moves up",
      "if (now >= slotKey.startingAt) return { ...slot, at: now, entries: [], nextEnd: null };",
      "",
    ],
  ]),
  ...mutantsOf("src/store/bookings/read-admission.ts", windows, [
    ["a seat that was given late is not recorded", "isLate: byClock !== null", "isLate: false"],
  ]),
  ...mutantsOf("src/domain/import/settle-slots.ts", windows, [
    [
      "another cut-off lets nobody move up",
      "(changesCutoff(content, state) && movesUpAfter(state, interaction))",
      "false",
    ],
  ]),
];
