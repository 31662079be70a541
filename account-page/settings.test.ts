import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "./settings.ts";

const selling = {
  BOOKING_OPERATOR_URL: "https://operator.booking.example",
  BOOKING_OPERATOR_KEY: "bsk_x",
  BOOKING_ACCOUNT: "acme/production",
};

test("customers book where address, key and account are all set, else none of them", () => {
  assert.equal(readSettings({}).selling, null);
  assert.deepEqual(readSettings({ ...selling, HOLD_MINUTES: "5" }).selling, {
    server: selling.BOOKING_OPERATOR_URL,
    key: "bsk_x",
    account: { tenant: "acme", environment: "production" },
    holdMinutes: 5,
  });
  assert.equal(readSettings(selling).selling?.holdMinutes, 0);
  for (const name of Object.keys(selling)) {
    assert.throws(() => readSettings({ ...selling, [name]: "" }), new RegExp(`set ${name} too`));
  }
  for (const [name, value] of [
    ["BOOKING_OPERATOR_URL", "operator"],
    ["BOOKING_ACCOUNT", "acme"],
    ["HOLD_MINUTES", "61"],
    ["HOLD_MINUTES", "-1"],
  ] as const) {
    assert.throws(() => readSettings({ ...selling, [name]: value }), new RegExp(name));
  }
});
