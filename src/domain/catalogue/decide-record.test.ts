import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refuseRemoval, type Referrer } from "./decide-record.ts";

type Kind = Parameters<typeof refuseRemoval>[0];

/** Kind, what there is, the answer without and with parts that were never booked. */
const cases: readonly (readonly [Kind, string, string, string])[] = [
  ["group", "", "removed", "removed"],
  ["group", "interaction", "in-use campaign", "in-use campaign"],
  ["host", "", "removed", "removed"],
  ["host", "slot", "in-use slot", "in-use slot"],
  ["slot", "booking", "in-use booking", "in-use booking"],
  ["slot", "", "removed", "removed"],
  ["ticket_type", "booking", "in-use booking", "in-use booking"],
  ["ticket_type", "hold", "in-use hold", "in-use hold"],
  ["ticket_type", "", "removed", "removed"],
  ["interaction", "", "not-empty activity", "removed"],
  ["interaction", "slot host ticket_type", "not-empty activity", "removed"],
  ["interaction", "booking slot", "in-use booking", "in-use booking"],
  ["activity", "", "last-activity", "last-activity"],
  ["activity", "booking", "in-use booking", "in-use booking"],
  ["activity", "sibling", "removed", "removed"],
  ["activity", "sibling slot host ticket_type", "not-empty slot", "removed"],
  ["activity", "sibling host ticket_type", "not-empty host", "removed"],
  ["activity", "sibling ticket_type", "not-empty ticket type", "removed"],
  ["activity", "sibling booking slot", "in-use booking", "in-use booking"],
];

describe("a catalogue record is removed", () => {
  for (const [kind, has, without, withParts] of cases) {
    test(`or not: ${kind} with ${has || "nothing"}`, () => {
      const found = new Set(has.split(" ").filter((word) => word !== "") as Referrer[]);
      const told = [false, true].map((withUnbooked) => {
        const { why, ...more } = refuseRemoval(kind, found, withUnbooked) ?? { why: "removed" };
        return [why, ...Object.values(more)].join(" ");
      });
      assert.deepEqual(told, [without, withParts]);
    });
  }
});
