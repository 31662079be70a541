import assert from "node:assert/strict";
import { test } from "node:test";
import { readCancelReason } from "./cancel-interaction-booking.ts";

test("B222 a reason is read from one header of printable text, percent-encoded or not", () => {
  assert.equal(readCancelReason([]), null);
  assert.equal(readCancelReason(["The train is cancelled"]), "The train is cancelled");
  assert.equal(readCancelReason(["Gr%C3%A8ve, 50%25"]), "Gr\u00e8ve, 50%");
  assert.equal(readCancelReason(["%E2%9C%88".repeat(200)]), "\u2708".repeat(200));
});

test("B222 anything else is ignored: sent twice, empty, too long, unreadable or not printable", () => {
  const ignored = [
    ["a", "b"],
    [""],
    ["x".repeat(201)],
    ["50%"],
    ["%FF"],
    ["a%0Ab"],
    ["%E2%80%AE"],
    ["gr\u00e8ve"],
  ];
  for (const values of ignored) assert.equal(readCancelReason(values), undefined, String(values));
});
