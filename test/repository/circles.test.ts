import assert from "node:assert/strict";
import { test } from "node:test";
import { findCircles } from "./circles.ts";

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ["a line has none", "a>b b>c", []],
  ["two ways to the same end are none", "a>b a>c b>d c>d", []],
  ["two names", "a>b b>a", ["a b"]],
  ["a name that reaches itself", "a>a a>b", ["a"]],
  ["a circle that is entered from outside", "x>a a>b b>c c>a c>y", ["a b c"]],
  ["two circles, one behind the other", "a>b b>a b>c c>d d>c", ["a b", "c d"]],
  ["circles that share a name are one", "a>b b>a b>c c>b", ["a b c"]],
];

for (const [name, graph, circles] of cases) {
  test(`circles: ${name}`, () => {
    const arrows = graph.split(" ").map((arrow) => {
      const [from = "", to = ""] = arrow.split(">");
      return { from, to };
    });
    const found = findCircles(arrows)
      .map((circle) => circle.join(" "))
      .toSorted();
    assert.deepEqual(found, circles);
  });
}
