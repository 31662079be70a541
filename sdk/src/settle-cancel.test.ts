import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NotCancellableError, TemporaryError } from "./errors.ts";
import type { Doubt } from "./judge-attempt.ts";
import { settleCancel, type Reading } from "./settle-cancel.ts";

const refusal = new NotCancellableError("No.", { why: "No." });
const failure = new TemporaryError("Later.", {});
const ours: Reading = { status: "CANCELLED", sinceCallBegan: true };
const earlier: Reading = { status: "CANCELLED", sinceCallBegan: false };
const confirmed: Reading = { status: "CONFIRMED", sinceCallBegan: false };
const waitlist: Reading = { status: "WAITLIST", sinceCallBegan: true };

describe("R48 R83 what is known of a cancel that was not answered with success", () => {
  const table: [string, typeof refusal | typeof failure, Doubt, Reading | null, string][] = [
    ["refused, nothing read", refusal, "none", null, "refused"],
    ["refused, reads confirmed", refusal, "none", confirmed, "refused"],
    ["refused, cancelled long ago", refusal, "none", earlier, "already-cancelled"],
    ["refused, cancelled a moment ago by another", refusal, "none", ours, "already-cancelled"],
    ["refused after a lost answer, nothing read", refusal, "lost", null, "unknown"],
    ["refused after a lost answer, cancelled since", refusal, "lost", ours, "cancelled"],
    [
      "refused after a lost answer, cancelled before",
      refusal,
      "lost",
      earlier,
      "already-cancelled",
    ],
    ["refused after a lost answer, reads confirmed", refusal, "lost", confirmed, "refused"],
    ["refused after a fault, nothing read", refusal, "faulted", null, "unknown"],
    ["refused after a fault, cancelled since", refusal, "faulted", ours, "cancelled"],
    ["no answer, nothing read", failure, "lost", null, "unknown"],
    ["no answer, cancelled since", failure, "lost", ours, "cancelled"],
    ["no answer, cancelled before", failure, "lost", earlier, "already-cancelled"],
    [
      "no answer, reads confirmed: it may still be on its way",
      failure,
      "lost",
      confirmed,
      "unknown",
    ],
    ["no answer, reads waitlisted", failure, "lost", waitlist, "unknown"],
    ["only faults, nothing read", failure, "faulted", null, "failed"],
    ["only faults, reads confirmed", failure, "faulted", confirmed, "failed"],
    ["only faults, cancelled since", failure, "faulted", ours, "cancelled"],
    ["never arrived", failure, "none", null, "failed"],
  ];
  for (const [what, error, doubt, reading, expected] of table) {
    test(`${what}: ${expected}`, () => {
      const outcome = settleCancel(error, doubt, reading);
      const thrown = { throw: error };
      const threw = expected === "refused" || expected === "failed";
      assert.deepEqual(outcome, threw ? thrown : expected);
    });
  }
});
