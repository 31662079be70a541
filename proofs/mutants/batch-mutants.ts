import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken changes of bookings, batched and alone, and a wrongly remembered catalogue. */
export const batchMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/bookings/decide-batch.ts", "test/races.test.ts", [
    [
      "a cancel gives no seat back",
      "giveBackSeats(before, freed)",
      "giveBackSeats(before, freed * 0)",
    ],
  ]),
  ...mutantsOf("src/store/bookings/decide-batch.ts", "test/cancel-batches.test.ts", [
    [
      "of the seats that several free in one slot those of the last count",
      "slots.get(slotKey.number)?.seats ?? seats",
      "seats",
    ],
    ["a change leaves no history", "events: changed.map(", "events: changed.slice(0, 0).map("],
    [
      "the tickets of what is cancelled live on",
      "cancelledTickets: changed.flatMap(",
      "cancelledTickets: changed.slice(0, 0).flatMap(",
    ],
    [
      "a change keeps no answer under its key",
      "records: records.map(",
      "records: records.slice(0, 0).map(",
    ],
    [
      "a key that has outlived its time cannot begin anew",
      "expiredRecords: expired.map(",
      "expiredRecords: expired.slice(0, 0).map(",
    ],
  ]),
  ...mutantsOf("src/store/bookings/decide-batch.ts", "src/store/bookings/decide-batch.test.ts", [
    [
      "who follows does not see the first one's cancel",
      "current.set(bookingId, { ...found, booking:",
      "new Map().set(bookingId, { ...found, booking:",
    ],
    [
      "cancels in a batch pass the waitlist over",
      "movesUp && mayLetOthersMoveUp(booking, change)",
      "movesUp && change.seatsFreed < 0",
    ],
    [
      "a key of one booking answers for another",
      "earlier.bookingId !== order.bookingId",
      'earlier.bookingId === ""',
    ],
    [
      "a key outlives its time among others",
      "isExpired(earlier, order.now)",
      "isExpired(earlier, 0)",
    ],
    [
      "two of one key do not know of each other",
      "known.set(keyText(key), {",
      "new Map().set(keyText(key), {",
    ],
  ]),
  ...mutantsOf("src/store/bookings/batch.ts", "test/cancel-batches.test.ts", [
    [
      "one whose write fails takes the others along",
      'return items.map(() => "alone" as const);',
      "throw error;",
    ],
  ]),
  ...mutantsOf("src/store/bookings/batch.ts", "src/store/bookings/batch.test.ts", [
    [
      "any number waits for the database",
      "refuseFullQueue(this.#waiting.length);",
      "refuseFullQueue(0);",
    ],
    ["any number shares a commit", "this.#waiting.slice(0, maxBatch)", "this.#waiting.slice()"],
    [
      "one gets another's answer",
      "resolve(answers[index] as Answer)",
      "resolve(answers[answers.length - 1 - index] as Answer)",
    ],
  ]),
  ...mutantsOf("src/store/accounts/accounts.ts", "test/remembered-catalogue.test.ts", [
    [
      "a changed catalogue raises no version",
      ".set({ catalogue_version: randomInt(1, versions) })",
      '.set((set) => ({ catalogue_version: set.ref("catalogue_version") }))',
    ],
  ]),
  ...mutantsOf(
    "src/store/catalogue/remembered-catalogues.ts",
    "test/remembered-catalogue.test.ts",
    [
      [
        "a catalogue is remembered under any version",
        "if (known?.version === version) {",
        "if (known !== undefined) {",
      ],
      [
        "all accounts share one remembered catalogue",
        "const known = this.#catalogues.get(accountId);",
        "const known = [...this.#catalogues.values()][0];",
      ],
    ],
  ),
  ...mutantsOf("src/store/bookings/contact-bookings.ts", "test/remembered-catalogue.test.ts", [
    [
      "every list writes the catalogue's texts anew",
      "ticketType: shown.ticketType,",
      "ticketType: new (shown.ticketType.constructor as any)(shown.ticketType.value),",
    ],
  ]),
  ...mutantsOf("src/usecases/list-bookings.ts", "test/remembered-catalogue.test.ts", [
    [
      "every list puts an activity into its language anew",
      "return activity.derive(language, (",
      "return new Memoized(activity.value).derive(language, (",
    ],
  ]),
  ...mutantsOf(
    "src/store/catalogue/remembered-catalogues.ts",
    "src/store/catalogue/remembered-catalogues.test.ts",
    [
      [
        "what is remembered of catalogues is counted wrongly",
        "if (this.#catalogues.get(catalogue.accountId) !== catalogue) return;",
        "",
      ],
      [
        "catalogues are remembered without end",
        "if (this.#bytes <= this.#maxBytes) return;",
        "if (this.#bytes > 0) return;",
      ],
      [
        "the account that was asked for last is forgotten first",
        "if (known !== this.#latest) this.#putLast(known);",
        "",
      ],
    ],
  ),
];
