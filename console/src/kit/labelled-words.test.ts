import assert from "node:assert/strict";
import { test } from "node:test";
import { labelledWords } from "./labelled-words.ts";

const labels = new Map([
  ["bookable_from", "Bookable from"],
  ["host", "Teacher"],
]);

test("a sentence of the service has the labels and the clocks of the form", () => {
  assert.equal(
    labelledWords(
      "a time later than bookable_from, which is 2031-05-01T08:00:00Z",
      labels,
      "Europe/Paris",
    ),
    "a time later than “Bookable from”, which is Thu, 1 May 2031, 10:00 CEST",
  );
  assert.equal(
    labelledWords("the unique_key of a group", labels, "UTC"),
    "the “Unique key” of a group",
    "of another form",
  );
  for (const [sentence, labelled] of [
    ["host must be a name", "“Teacher” must be a name"],
    ["host: Erwartet wird ein Name", "“Teacher”: Erwartet wird ein Name"],
  ] as const) {
    assert.equal(labelledWords(sentence, labels, "UTC"), labelled);
  }
  // A word is no field, and a field that no form has keeps its name.
  const other = "the id of a host, or a max_count";
  assert.equal(labelledWords(other, labels, "UTC"), other);
});
