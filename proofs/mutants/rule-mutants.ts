import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken rules of booking. */
export const ruleMutants: readonly Mutant[] = [
  ...mutantsOf("src/domain/cancel-rules.ts", "src/domain/cancel-rules.test.ts", [
    [
      "a cancelled booking is cancelled again",
      '!mayHappen("cancelled", booking.status) || liveTickets',
      "liveTickets",
    ],
    ["a booking without a live ticket is cancelled", " || liveTickets(booking).length === 0", ""],
    [
      "a checked-in booking is cancelled",
      "ticket.checkedInAt !== null",
      "ticket.checkedInAt === 0",
    ],
    [
      "one attendee checked in of several does not count",
      "liveTickets(booking).some(",
      "liveTickets(booking).every(",
    ],
    [
      "the attendee of a cancelled ticket counts",
      "liveTickets(booking).some(",
      "booking.tickets.some(",
    ],
    ["the cut-off is ignored", "cutoff !== null && now > cutoff", "cutoff !== null && now < 0"],
    ["the cut-off's last moment is too late", "now > cutoff", "now >= cutoff"],
    ["the cut-off counts seconds", "minutes * 60_000", "minutes * 1_000"],
    [
      "a cancel leaves the tickets alive",
      "cancelledTickets: liveTickets(booking).map((ticket) => ticket.number)",
      "cancelledTickets: []",
    ],
    ["a cancel frees no seat", "seatsFreed: seatsHeld(booking)", "seatsFreed: 0"],
    [
      "a cancel keeps the old booked_at",
      "bookedAt: carriedForward(now, booking.bookedAt)",
      "bookedAt: booking.bookedAt",
    ],
  ]),
  ...mutantsOf("src/domain/booking.ts", "src/domain/cancel-rules.test.ts", [
    [
      "a waitlisted booking holds seats",
      'booking.status === "CONFIRMED" && booking.hasLimitedCapacity',
      "booking.hasLimitedCapacity",
    ],
    [
      "an unlimited type holds seats",
      'booking.status === "CONFIRMED" && booking.hasLimitedCapacity',
      'booking.status === "CONFIRMED"',
    ],
  ]),
  ...mutantsOf("src/domain/seats.ts", "src/domain/admit-booking.test.ts", [
    ["a newcomer overtakes the waitlist", "return isHeldBack || missing > 0", "return missing > 0"],
    ["a full slot is booked", "return isHeldBack || missing > 0", "return isHeldBack"],
    ["an unlimited type waits", "if (!hasLimitedCapacity) return confirmed(0, 0, false);", ""],
    [
      "overbooking is not recorded",
      "return confirmed(tickets, missing, isHeldBack)",
      "return confirmed(tickets, 0, isHeldBack)",
    ],
    [
      "overtaking is not recorded",
      "return confirmed(tickets, missing, isHeldBack)",
      "return confirmed(tickets, missing, false)",
    ],
    [
      "a confirmed booking takes no seat",
      "waitlisted : confirmed(tickets, 0, false)",
      "waitlisted : confirmed(0, 0, false)",
    ],
  ]),
  ...mutantsOf("src/domain/check-in.ts", "src/domain/check-in.test.ts", [
    ["a second check-in moves the time", "ticket.checkedInAt ?? now", "now"],
    [
      "a waitlisted booking is checked in",
      "!mayHappen(event, booking.status)",
      'booking.status === "CANCELLED"',
    ],
    [
      "a cancelled ticket is checked in",
      "return ticket.cancelledAt === null",
      "return ticket.number > 0",
    ],
  ]),
  ...mutantsOf("src/domain/booking.ts", "src/domain/booking-states.test.ts", [
    [
      "a cancelled booking may be promoted",
      'paths: [["WAITLIST", "CONFIRMED"]]',
      'paths: [["WAITLIST", "CONFIRMED"], ["CANCELLED", "CONFIRMED"]]',
    ],
    ["what is allowed once is always allowed", "from === status", "from !== null"],
  ]),
  ...mutantsOf("src/domain/seats.ts", "src/domain/seats.test.ts", [
    [
      "leave to overbook outlives the seats that used it",
      "Math.min(seats.overbookedBy, excessSeats(after))",
      "seats.overbookedBy",
    ],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", "test/waitlist.test.ts", [
    [
      "the second in line is promoted",
      "if (heldBackBy !== null && !overtake)",
      "if (heldBackBy !== null && overtake)",
    ],
    ["more are promoted than there are seats", "if (needs > free)", "if (needs > free + 1_000)"],
    [
      "a promotion takes no seat",
      "return { seatsTaken: needs, overtaking: heldBackBy !== null }",
      "return { seatsTaken: 0, overtaking: heldBackBy !== null }",
    ],
    ["who does not fit is passed over in silence", "endedBy = entry;\n      break;", "continue;"],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", "test/type-limits.test.ts", [
    ["a ticket type has no limit", "if (needs > ofType)", "if (needs > ofType + 1_000)"],
  ]),
  ...mutantsOf("src/domain/newest-wins.ts", "test/import/newest-wins.test.ts", [
    [
      "an older file undoes a cancel that was acknowledged",
      "if (localAt !== null && lineAt < localAt) return false;",
      "",
    ],
    [
      "a file moves back a booking that was moved here in the same millisecond",
      "(isMoved && line.isElsewhere)",
      "false",
    ],
    [
      "what an earlier import did counts as made here",
      'if (kind === "imported" || kind === "updated") {',
      'if (kind === "imported") {',
    ],
  ]),
  ...mutantsOf("src/domain/change-feed.ts", "src/domain/change-feed.test.ts", [
    [
      "a cursor of another timeline of the database reads changes of this one",
      "return start.horizon <= end ? start.position : null;",
      "return start.position;",
    ],
    [
      "a cursor counts by its reader's position, whatever states the reader has seen",
      "return start.horizon <= end ? start.position : null;",
      "return start.position <= end ? start.position : null;",
    ],
    [
      "a cursor older than what is kept reads on past the gap",
      "if (index === -1 || start.position < feed.firstPosition - 1) return null;",
      "if (index === -1) return null;",
    ],
  ]),
  ...mutantsOf("src/domain/seats.ts", "test/waitlist.test.ts", [
    ["a capacity sinks below the seats taken", "&& !overbook", "&& overbook"],
  ]),
  ...mutantsOf("src/domain/language.ts", "src/domain/language.test.ts", [
    [
      "a region is not reduced",
      "wanted?.split(/[-_]/, 1)[0]?.toLowerCase()",
      "wanted?.toLowerCase()",
    ],
    [
      "a language that is not offered is used",
      "base !== undefined && campaign.languages.includes(base)",
      "base !== undefined",
    ],
    [
      "the default language is not tried",
      "valueIn(map, chosen) ?? valueIn(map, defaultLanguage)",
      "valueIn(map, chosen)",
    ],
    ["an empty text counts as one", 'return text === "" ? undefined : text', "return text"],
  ]),
  ...mutantsOf("src/domain/identifier.ts", "src/domain/identifier.test.ts", [
    [
      "a UUID in upper case is accepted",
      "const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/",
      "const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i",
    ],
    ["a campaign's name may go on", "rest.length === 0 && isUuid(id)", "isUuid(id)"],
    ["NUL is part of an external id", ' && !text.includes("\\0")', ""],
  ]),
  ...mutantsOf("src/domain/instant.ts", "src/domain/instant.test.ts", [
    [
      "30 February is 2 March",
      "date.getUTCDate() === Number(day.slice(-2)) ? date.getTime() : NaN",
      "date.getTime()",
    ],
    [
      "an offset counts the wrong way",
      'sign === "-" ? -60_000 : 60_000',
      'sign === "-" ? 60_000 : -60_000',
    ],
    ["whole seconds show .000", "ms % 1000 === 0", "ms % 1000 === 1"],
  ]),
  ...mutantsOf("src/domain/secret.ts", "src/domain/secret.test.ts", [
    [
      "any checksum is right",
      "checksum(text.slice(0, 47)) === text.slice(47)",
      "text.slice(47).length > 0",
    ],
    [
      "a secret of another kind is accepted",
      "text.startsWith(prefixes[kind])",
      'text.startsWith("bs")',
    ],
  ]),
];
