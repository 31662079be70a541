import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceIn, instantWords } from "./instant-words.ts";

test("A98 every time is shown to the minute, on it or not, and by the zone's clock", () => {
  const [onTheMinute, between] = ["2031-05-01T10:00:00Z", "2031-05-01T10:00:58.123Z"];
  for (const at of [onTheMinute, between]) {
    assert.equal(instantWords(at, "Europe/Paris", "time"), "12:00 CEST");
    assert.equal(instantWords(at, "America/New_York"), "Thu, 1 May 2031, 06:00 EDT");
    assert.equal(
      sentenceIn("Europe/Paris", `It passed at ${at}.`),
      "It passed at Thu, 1 May 2031, 12:00 CEST.",
    );
  }
});
