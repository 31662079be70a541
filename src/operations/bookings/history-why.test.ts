import assert from "node:assert/strict";
import { test } from "node:test";
import { whyOf } from "./history-why.ts";

const cases: readonly [event: Parameters<typeof whyOf>[0], why: string][] = [
  [{ details: null }, ""],
  [
    { details: { reason: "The hall is flooded" }, because: "slot-closed" },
    "slot-closed: The hall is flooded",
  ],
  [{ details: { reason: "By telephone" }, because: "operator" }, "By telephone"],
  [{ details: { fields: ["reference", "data"] } }, "reference, data"],
  [{ details: { contact: ["6a1d", "7b2e"], over_limit: true } }, "external_id, over limit"],
  [{ details: { attendees: [{ ticket: 2, display_name: ["Ada", "Zoe"] }] } }, "name of ticket 2"],
  [{ details: { attendees: [{ ticket: 1 }, { ticket: 3 }] } }, "name of tickets 1, 3"],
  [{ details: { overtaking: true, late: true }, because: "operator" }, "overtaking, late"],
  [{ details: { automatic: true }, because: "seat-freed" }, "seat-freed"],
];

for (const [event, why] of cases) {
  test(`the history says "${why}" of ${JSON.stringify(event)}`, () => {
    assert.equal(whyOf(event), why);
  });
}
