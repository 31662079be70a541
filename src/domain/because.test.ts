import assert from "node:assert/strict";
import { test } from "node:test";
import { becauseOf } from "./because.ts";

test("why a booking changed, by its event, its actor and its details", () => {
  const client = "client: bsc_1";
  const operator = "operator: jo";
  for (const [kind, actor, details, expected] of [
    ["cancelled", client, {}, "caller"],
    ["ticket-cancelled", operator, { reason: "ill" }, "operator"],
    ["cancelled", "command line: root", null, "operator"],
    ["cancelled", operator, { because: "slot-closed" }, "slot-closed"],
    ["cancelled", operator, { because: "contact-erased" }, "contact-erased"],
    ["promoted", client, { automatic: true }, "seat-freed"],
    ["promoted", operator, { accepted: true }, "offer-accepted"],
    ["promoted", operator, {}, "operator"],
    ["offered", "service", {}, "seat-freed"],
    ["moved", operator, {}, "operator"],
    ["moved", operator, { because: "slot-changed" }, "slot-changed"],
    ["booked", operator, {}, null],
    ["offer-ended", "service", {}, null],
    ["imported", operator, null, null],
  ] as const) {
    assert.equal(becauseOf(kind, actor, details), expected, `${kind} ${actor}`);
  }
});
