import { mutantsOf, type Mutant } from "./mutant.ts";

const limits = "test/type-limits.test.ts";
const changedMeanwhile = {
  test: "test/postgres/changed-meanwhile.test.ts",
  engine: "postgres",
} as const;

/** Places that forget the limit of a ticket type inside the slot's seats (A87, A88). */
export const limitMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/bookings/book.ts", limits, [
    [
      "a booking forgets its type's limit",
      "type: type.seats, isHeldBack",
      "type: null, isHeldBack",
    ],
  ]),
  ...mutantsOf("src/store/bookings/read-admission.ts", limits, [
    [
      "who is above its type's limit holds back everybody",
      "holdsBack(left, ahead",
      "holdsBack(new Map(), ahead",
    ],
  ]),
  ...mutantsOf("src/store/bookings/read-admission.ts", changedMeanwhile, [
    [
      "a booking is dated before the cancel of an entry that it did not see",
      "[heads, times] = await",
      "[heads] = await",
    ],
  ]),
  ...mutantsOf("src/store/bookings/promote.ts", limits, [
    [
      "a promotion by hand forgets the type's limit",
      "type: type.seats && { id: ticketTypeId, ...type.seats }",
      "type: null",
    ],
  ]),
  ...mutantsOf("src/domain/waitlist.ts", "src/domain/admit-booking.test.ts", [
    [
      "the walk along a queue forgets the types' limits",
      "if (needs > ofType) {",
      "if (needs < 0) {",
    ],
    [
      "who is behind one above its type's limit takes what is left of the type",
      "if (passedOver.has(type)) continue;",
      "",
    ],
    [
      "who lacks seats ends the walk also where its type's limit refuses it",
      "if (needs > ofType) {",
      "if (needs > ofType && needs <= left.free) {",
    ],
  ]),
  ...mutantsOf("src/domain/explain-waiting.ts", "src/domain/explain-waiting.test.ts", [
    [
      "an explanation names the slot where the type's limit keeps somebody waiting",
      'isOfType ? "ticket_type" : limitedBySlot',
      "limitedBySlot",
    ],
  ]),
  ...mutantsOf("src/store/slots/slot-details.ts", limits, [
    [
      "an explanation forgets the types' limits",
      "types: await readTypes(reads, accountId, slotKey)",
      "types: new Map()",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-up.ts", limits, [
    [
      "freed seats are given past the type's limit",
      "some.some((entry) => entry.hasTypeTerms)",
      "some.length < 0",
    ],
    [
      "a freed ticket of a type counts until it is written",
      "(type.seats?.taken ?? 0) + (unwritten.get(id) ?? 0)",
      "type.seats?.taken ?? 0",
    ],
  ]),
  ...mutantsOf("src/store/bookings/move-booking.ts", limits, [
    ["a move forgets its new type's limit", "type: type.seats,", "type: null,"],
    [
      "a move out of an overbooked type keeps the record",
      "freed: move.seatsFreed,",
      "freed: move.seatsFreed * 0,",
    ],
  ]),
  ...mutantsOf("src/store/bookings/decide-batch.ts", limits, [
    [
      "a cancel or a closing of an overbooked type keeps the record",
      "freedOfTypes: freedOfTypes(changed)",
      "freedOfTypes: freedOfTypes([])",
    ],
  ]),
  ...mutantsOf("src/store/slots/slot-limits.ts", limits, [
    [
      "a slot's limit falls below the live tickets of the type",
      "changeCapacity(before, limit, overbook)",
      "changeCapacity(before, limit, true)",
    ],
  ]),
  ...mutantsOf("src/store/slots/capacity.ts", limits, [
    [
      "who moves up after a change of limits is read within the old ones",
      "await writeRows(transaction, accountId, audit.now, { typeLimits, slotClosings });",
      "",
    ],
  ]),
  ...mutantsOf("src/domain/import/settle-slots.ts", limits, [
    [
      "an import fills a type beyond its limit",
      "return grows > 0 || types.some((type) => type.grows > 0);",
      "return grows > 0;",
    ],
  ]),
  ...mutantsOf("src/domain/import/settle-slots.ts", limits, [
    [
      "an edit of a type's limit looks at no slot",
      '(known.capacity_per_slot ?? null) ? null : "limit"',
      "(known.capacity_per_slot ?? null) ? null : null",
    ],
  ]),
  ...mutantsOf("src/domain/import/contest-seats.ts", "test/import/skip-bad.test.ts", [
    [
      "what --skip-bad keeps exceeds a type's limit",
      "claims.filter(({ ticketType }) => ticketType === id)",
      "claims.filter(({ ticketType }) => ticketType === null)",
    ],
  ]),
  ...mutantsOf("src/store/import/plan.ts", "test/import/crowded-portions.test.ts", [
    [
      "a large import lowers a type's limit before it cancels",
      "known.get(name), slots.get(name)",
      "known.get(name), undefined",
    ],
    [
      "a slot is cut although its line lowers one limit and raises another",
      "if (lowers && raises)",
      "if (lowers && !lowers)",
    ],
  ]),
  ...mutantsOf("src/store/import/types-in-slots.ts", limits, [
    [
      "a line that removes all limits of a slot knows none of its types",
      "if (removing.length === 0)",
      "if (removing.length >= 0)",
    ],
  ]),
  ...mutantsOf("src/store/invariants/type-laws.ts", "test/verify.test.ts", [
    [
      "verify forgets the limits of types",
      "and taken.live > ${typeLimit} + coalesce(own.overbooked_by, 0)",
      "and taken.live < 0",
    ],
    [
      "verify forgets what a slot says of its types",
      "sql`coalesce(own.capacity, ticket_type.capacity_per_slot)`",
      "sql`ticket_type.capacity_per_slot`",
    ],
  ]),
  ...mutantsOf("src/store/invariants/nobody-overtaken.ts", "test/verify.test.ts", [
    [
      "verify lets everybody pass those of a type without a limit",
      "and ${hadLimit(accountId)}",
      "",
    ],
    ["verify lets everybody pass those of a limited type", 'and ${hasPassed("passed_over")}', ""],
  ]),
];
