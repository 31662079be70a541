import { mutantsOf, type Mutant } from "./mutant.ts";

const offers = "test/offers.test.ts";
const imports = "test/import/offered-bookings.test.ts";

/** Places that forget what an offer is (A110). */
export const offerMutants: readonly Mutant[] = [
  ...mutantsOf("src/domain/booking-window.ts", offers, [
    [
      "an offer runs past the cut-off",
      "now + (window.offerMs ?? 0), closesAt(window)",
      "now + (window.offerMs ?? 0)",
    ],
    ["an offer that is too short is made", "Math.min(offerLeastMs, offerMs) + 1", "1"],
  ]),
  ...mutantsOf("src/store/bookings/offers.ts", offers, [
    [
      "a declined offer gives nothing back",
      "if (offer?.isLive !== true) return 0;",
      "if (offer !== undefined) return 0;",
    ],
    [
      "a move keeps the seats that were kept",
      "offer?.isLive === true ? offer.tickets : 0",
      "offer?.isLive === true ? 0 : 0",
    ],
  ]),
  ...mutantsOf("src/store/bookings/waitlist-rows.ts", offers, [
    [
      "who has an offer is offered again",
      "(accountId, \"('live', 'ended')\")}`)",
      "(accountId, \"('ended')\")}`)",
    ],
    [
      "whose offer ended stands where it stood",
      "(accountId, \"('live', 'ended')\")}`)",
      "(accountId, \"('live')\")}`)",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-up.ts", offers, [
    [
      "whose offer ended is offered the same seat again",
      "left.free > 0 && !freesNone",
      "left.free > 0",
    ],
    [
      "a free seat is given instead of offered",
      'type === undefined || by === "hand"',
      "type !== null",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-booking.ts", offers, [
    [
      "another ticket type counts as a seat that is freed",
      "seatsFreed <= (isSame ? move.seatsTaken : 0)",
      "seatsFreed <= 0",
    ],
  ]),
  ...mutantsOf("src/store/bookings/promote.ts", offers, [
    [
      "an accept takes the seats twice",
      "slots: seatsTaken > 0 && !isAccepted ?",
      "slots: seatsTaken > 0 ?",
    ],
    [
      "whose offer ended is promoted as if it stood where it joined",
      "booking.bookedAt : Number.MAX_SAFE_INTEGER",
      "booking.bookedAt : booking.bookedAt",
    ],
    ["an accept needs no offer", "if (refused !== null) return { refused };", ""],
  ]),
  ...mutantsOf("src/store/bookings/end-seats.ts", offers, [
    ["the end of an offer is not told", "events: await eventsOfLapsed(within, due),", ""],
  ]),
  ...mutantsOf("src/domain/import/decide-booking-line.ts", imports, [
    [
      "an import forgets the seats that were kept for a booking that it moves",
      "(isKept ? offer.tickets : 0)",
      "0",
    ],
    [
      "an import leaves an offer of other tickets",
      "return offer.isLive && liveTicketCount(line.tickets) !== offer.tickets;",
      "return false;",
    ],
  ]),
  ...mutantsOf("src/store/import/rows-of-bookings.ts", imports, [
    [
      "an import leaves the offer of a booking that it moves",
      "endedOffers: changed.flatMap(",
      "endedOffers: [].flatMap(",
    ],
  ]),
  ...mutantsOf("src/store/contacts/erase-contact.ts", imports, [
    [
      "an erasure leaves the offers of what it keeps",
      '? "holds" : "with offers"',
      '? "holds" : "holds"',
    ],
  ]),
  ...mutantsOf("src/store/write/observed-changes.ts", "test/account-metrics.test.ts", [
    ["an offer is counted as a hold", 'offered === null ? ["hold-made"] : []', '["hold-made"]'],
  ]),
];
