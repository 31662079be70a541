import { mutantsOf, type Mutant } from "./mutant.ts";

const reminders = "test/reminders.test.ts";

/** Places that forget what a reminder is (A120). */
export const reminderMutants: readonly Mutant[] = [
  ...mutantsOf("src/domain/reminder.ts", reminders, [
    [
      "a reminder is told twice",
      'return told["slot_starting_at"] !== start || told["minutes_before"] !== minutes;',
      "return told !== null;",
    ],
    [
      "a move to another start does not arm a reminder again",
      'told["slot_starting_at"] !== start || told["minutes_before"] !== minutes',
      'told["minutes_before"] !== minutes',
    ],
    [
      "who moves in after the moment is reminded",
      'return startOf(places["from"]) !== startOf(places["to"]);',
      "return startOf(places) !== undefined;",
    ],
    [
      "who is confirmed after the moment is reminded",
      'kind === "booked" || kind === "imported" || kind === "promoted"',
      "kind === null",
    ],
  ]),
  ...mutantsOf("src/store/reminders/reminder-events.ts", reminders, [
    [
      "two reminders of one moment are told apart by nothing",
      "Math.max(now, ...told.map(({ recordedAt }) => recordedAt + 1))",
      "Math.max(now, told.length > 0 ? now : now)",
    ],
  ]),
  ...mutantsOf("src/store/reminders/reminder-state.ts", reminders, [
    [
      "a moment is done with at its first look",
      "const doneUntil = until + reminderSettlesMs - reminderWatchedMs;",
      "const doneUntil = until * Math.sign(reminderWatchedMs + reminderSettlesMs);",
    ],
    [
      "a moment is not looked at again before the next one comes",
      "again === null ? nextAt : Math.min(nextAt, again - reminderSettlesMs)",
      "again === null ? nextAt : Math.max(nextAt, again - reminderSettlesMs)",
    ],
  ]),
  ...mutantsOf("src/store/write/reminder-rows.ts", reminders, [
    [
      "a number that comes into force counts from before",
      "told_until: now,",
      "told_until: now - 86_400_000,",
    ],
    [
      "a slot that comes nearer is not looked at",
      "[...reminderLooks, ...looksOf(newSlots ?? [])]",
      "[...reminderLooks]",
    ],
  ]),
  ...mutantsOf("src/domain/newest-wins.ts", reminders, [
    ["a reminder changes its booking", '  "reminder-due",\n', ""],
  ]),
];
