import { mutantsOf, type Mutant } from "./mutant.ts";

const given = "test/erase-given-away.test.ts";

/** Contacts that are erased, merged, or give a booking away, and something of them stays or two wait in a circle. */
export const contactMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/contacts/erase-identity.ts", given, [
    [
      "the history of a booking that was given away keeps its names",
      "details, keys } of all) {",
      "own",
    ],
    [
      "what a webhook's receiver answered of it stays",
      'givenAwayBy(transaction, accountId, id).select("booking_event.booking_id"),',
      'givenAwayBy(transaction, accountId, "").select("booking_event.booking_id"),',
    ],
    [
      "reasons of its next contact go too",
      '? tellingKeys : ["display_name"]',
      "? tellingKeys : tellingKeys",
    ],
  ]),
  ...mutantsOf("src/store/contacts/merge-contacts.ts", given, [
    [
      "what a contact gave away before it was merged is not found",
      "await renameInGiven(within, { from: from.id, into: into.id });",
      "",
    ],
  ]),
  ...mutantsOf("src/store/contacts/erase-identity.ts", "test/shop-data.test.ts", [
    [
      "a shop's data stays after the erasure",
      '.deleteFrom("booking_data")',
      '.deleteFrom("booking_data").where("reference", "=", "")',
    ],
  ]),
  ...mutantsOf("src/store/contacts/erase-identity.ts", "test/operator-api/imports.test.ts", [
    [
      "what an import said of a reference stays",
      "[contact.external_id, ...references]",
      "[contact.external_id]",
    ],
  ]),
  ...mutantsOf("src/store/bookings/change-details.ts", "test/change-booking.test.ts", [
    [
      "a booking of an erased contact changes",
      "if (isErased(owner.external_id))",
      'if (owner.external_id === "")',
    ],
    [
      "a contact's limit is passed by a booking that it gets",
      "exceeded !== null && !order.overLimit",
      "exceeded !== null && order.overLimit",
    ],
  ]),
  ...mutantsOf(
    "src/store/bookings/change-details.ts",
    { test: "test/postgres/given-bookings.test.ts", engine: "postgres" },
    [
      [
        "two contacts that give each other bookings wait in a circle",
        '.orderBy("id");',
        '.orderBy((of) => of("number", "=", booking.contact_number));',
      ],
    ],
  ),
  ...mutantsOf(
    "src/store/write/write-batch.ts",
    { test: "test/postgres/server-log.test.ts", engine: "postgres" },
    [
      ["two bookings have one reference", "    failWhereSkipped(),\n", ""],
      [
        "the server's log names a reference",
        'insertInto("bookingData", "skipsKnown")',
        'insertInto("bookingData")',
      ],
    ],
  ),
];
