import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken cancels that share a transaction, and a catalogue that is remembered wrongly. */
export const togetherMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/bookings/write-batch.ts", "test/races.test.ts", [
    [
      "a cancel among others gives no seat back",
      "taken: sql<number>`taken - input_rows.freed`",
      "taken: sql<number>`taken - input_rows.freed * 0`",
    ],
  ]),
  ...mutantsOf("src/store/bookings/write-batch.ts", "test/cancel-batches.test.ts", [
    [
      "of the seats that several free in one slot those of the last count",
      "freed: (slots.get(key)?.freed ?? 0) + change.seatsFreed",
      "freed: change.seatsFreed",
    ],
    ["cancels made together leave no history", '...write("events"),', ""],
    ["the tickets of what is cancelled together live on", '...write("tickets"),', ""],
    [
      "cancels made together keep no answers under their keys",
      "...outcomes,\n      // By this",
      "// By this",
    ],
  ]),
  ...mutantsOf("src/store/bookings/decide-batch.ts", "src/store/bookings/decide-batch.test.ts", [
    [
      "who follows does not see the first one's cancel",
      "now.set(bookingId, { ...found, booking:",
      "new Map().set(bookingId, { ...found, booking:",
    ],
    [
      "cancels made together pass the waitlist over",
      "(promotes && change.seatsFreed > 0)",
      "(promotes && change.seatsFreed < 0)",
    ],
    [
      "a key of one booking answers for another",
      "before.bookingId !== order.bookingId",
      'before.bookingId === ""',
    ],
    [
      "a key outlives its time among others",
      "before.createdAt <= order.now - outcomeLifetimeMs",
      "before.createdAt > order.now",
    ],
    [
      "two of one key do not know of each other",
      "known.set(keyText(once), {",
      "new Map().set(keyText(once), {",
    ],
  ]),
  ...mutantsOf("src/store/bookings/change-batch.ts", "test/cancel-batches.test.ts", [
    [
      "one whose write fails takes the others along",
      'return members.map(() => "alone" as const);',
      "throw error;",
    ],
  ]),
  ...mutantsOf("src/store/bookings/batcher.ts", "src/store/bookings/batcher.test.ts", [
    [
      "any number waits for the database",
      "refuseFullQueue(this.#waiting.length);",
      "refuseFullQueue(0);",
    ],
    [
      "any number shares a commit",
      "this.#waiting.slice(0, maxTogether)",
      "this.#waiting.slice(0, maxWaiting)",
    ],
    [
      "one is told another's answer",
      "resolve(answers[index] as Answer)",
      "resolve(answers[answers.length - 1 - index] as Answer)",
    ],
  ]),
  ...mutantsOf("src/store/catalogue/catalogue-version.ts", "test/remembered-catalogue.test.ts", [
    [
      "nobody is told that a catalogue changed",
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
