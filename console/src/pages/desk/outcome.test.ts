import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeWords, type Outcome } from "./outcome.ts";

// Ten in the morning of 4 May in Paris.
const clock = { zone: "Europe/Paris", now: Date.parse("2026-05-04T08:00:00Z") };
const about = { who: "Ada Lovelace", booking: "b" };

const cases: readonly (readonly [Outcome, string, string])[] = [
  [{ ...about, kind: "checked-in", here: 1, tickets: 1 }, "Checked in", "Ada Lovelace"],
  [
    { ...about, kind: "checked-in", here: 2, tickets: 3 },
    "Checked in",
    "Ada Lovelace: 2 of 3 are here",
  ],
  [
    { kind: "unknown", code: "CUST-1" },
    "Unknown",
    "“CUST-1” is no booking, no external id, and no name on the list.",
  ],
  [
    { kind: "unknown", code: "2t6c1s1f-6t0f-4b52-9a34-0s5b2t1b7c11" },
    "Unknown",
    "“2t6c1s1f-6t0f-4b52-9a34-0s5b2t1b7c11” looks like a code that the scanner typed for another keyboard. Set the scanner to the keyboard layout of this computer.",
  ],
  [{ kind: "waiting", who: "Ada Lovelace" }, "Waiting for the answer", "Ada Lovelace"],
  [
    { kind: "unsent", who: "Ada Lovelace", known: true },
    "Not yet recorded",
    "Ada Lovelace. The service does not answer; the desk sends it again by itself.",
  ],
  [
    { kind: "unsent", who: "2f6c", known: false },
    "Not on the list, not yet looked up",
    "2f6c. The service does not answer; the desk sends it again by itself.",
  ],
  [
    { ...about, kind: "already", at: "2026-05-04T08:02:00Z", by: "door-2" },
    "Already checked in at 10:02",
    "Ada Lovelace. By door-2.",
  ],
  [
    { ...about, kind: "already", at: "2026-05-03T21:59:00Z", by: "" },
    "Already checked in on Sun 3 May at 23:59",
    "Ada Lovelace",
  ],
  [
    { ...about, kind: "cancelled", at: "2026-05-01T08:00:00Z" },
    "Cancelled",
    "Ada Lovelace. The booking was cancelled on Fri 1 May at 10:00.",
  ],
  [
    { ...about, kind: "moved", startingAt: "2026-05-04T12:00:00Z", what: "Tour" },
    "Checked in, but for today at 14:00 CEST",
    "Ada Lovelace. Tour. The booking was moved.",
  ],
  [
    { ...about, kind: "waitlist", why: "It is number 2." },
    "On the waitlist: no seat",
    "Ada Lovelace. It is number 2.",
  ],
  [{ ...about, kind: "waitlist", why: "" }, "On the waitlist: no seat", "Ada Lovelace"],
  [
    {
      ...about,
      kind: "elsewhere",
      startingAt: "2026-05-04T12:00:00Z",
      what: "Tour",
      campaign: null,
    },
    "Not for now: today at 14:00 CEST",
    "Ada Lovelace. Tour",
  ],
  // Half past midnight in Paris is still the day before in UTC.
  [
    {
      ...about,
      kind: "elsewhere",
      startingAt: "2026-05-04T22:30:00Z",
      what: "Tour",
      campaign: null,
    },
    "Not for now: tomorrow at 00:30 CEST",
    "Ada Lovelace. Tour",
  ],
  [
    {
      ...about,
      kind: "elsewhere",
      startingAt: "2026-05-03T08:00:00Z",
      what: "Tour",
      campaign: null,
    },
    "Not for now: yesterday at 10:00 CEST",
    "Ada Lovelace. Tour",
  ],
  [
    {
      ...about,
      kind: "elsewhere",
      startingAt: "2026-11-04T09:00:00Z",
      what: "Tour",
      campaign: null,
    },
    "Not for now: Wed, 4 Nov 2026 at 10:00 CET",
    "Ada Lovelace. Tour",
  ],
  [
    {
      ...about,
      kind: "elsewhere",
      startingAt: "2026-05-04T12:00:00Z",
      what: "Tour",
      campaign: "pk_fair",
    },
    "For another campaign: pk_fair",
    "Ada Lovelace. Tour, today at 14:00 CEST",
  ],
  [
    { kind: "unknown", code: "<b>x</b>" },
    "Unknown",
    "“<b>x</b>” is no booking, no external id, and no name on the list.",
  ],
  [
    { kind: "no-answer", who: "Ada Lovelace" },
    "No connection: not looked up",
    "Ada Lovelace. The service does not answer: scan again.",
  ],
];

for (const [outcome, title, detail] of cases) {
  test(`${outcome.kind}: ${title}`, () => {
    const words = outcomeWords(outcome, clock);
    assert.deepEqual([words.title, words.detail], [title, detail]);
  });
}

test("what looks alike in colour differs in its shape", () => {
  const kinds = [
    "cancelled",
    "unknown",
    "waitlist",
    "elsewhere",
    "checked-in",
    "already",
    "waiting",
  ];
  const symbols = cases
    .filter(([{ kind }]) => kinds.includes(kind))
    .map(([outcome]) => [outcome.kind, outcomeWords(outcome, clock).symbol] as const);
  assert.equal(new Set(new Map(symbols).values()).size, kinds.length);
});
