import assert from "node:assert/strict";
import { test } from "node:test";
import { french } from "./french.ts";

function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (typeof words !== "object" || words === null) return [];
  return Object.values(words).flatMap(textsOf);
}

test("in French no line begins with a colon, a semicolon, a question or an exclamation mark", () => {
  const texts = textsOf(french);
  assert.ok(texts.length > 60);
  for (const text of texts) assert.doesNotMatch(text, /[^\u00a0\u202f][:;?!»]/, text);
});
