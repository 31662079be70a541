import assert from "node:assert/strict";
import { test } from "node:test";
import { withDefaults } from "./shown-defaults.ts";

test("a campaign is read with the values that its line leaves out", () => {
  const line = { public_key: "pk_summer", timezone: "Europe/Paris" };
  const limit = { contact_limit_counts: "upcoming" };
  assert.deepEqual(withDefaults("interaction", line), {
    ...line,
    waitlist_promotion: "manual",
    ...limit,
  });
  const own = { ...line, ...limit, waitlist_promotion: "offer", waitlist_offer_minutes: null };
  assert.deepEqual(withDefaults("interaction", own), own);
});

test("what is nothing by default stays out", () => {
  const line = { interaction: "pk_summer", id: "tasting", title: { fr: "Dégustation" } };
  assert.deepEqual(withDefaults("activity", line), line);
});
