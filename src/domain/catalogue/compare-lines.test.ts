import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CatalogueLine } from "../data-file/data-line.ts";
import { compareLines } from "./compare-lines.ts";

const group = { kind: "group", unique_key: "acme", display_name: "Acme" } as const;

function campaign(public_key: string, id: string | null): CatalogueLine {
  return {
    kind: "interaction",
    id,
    public_key,
    group: "acme",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr"],
    cancellation_cutoff_minutes: null,
    booking_cutoff_minutes: null,
    waitlist_promotion: "manual",
    waitlist_offer_minutes: null,
    reminder_minutes: null,
    title: {},
    tickets_per_contact: null,
    contact_limit_counts: "all" as const,
    zone_change: null,
  };
}

function compare(...contents: readonly CatalogueLine[]) {
  const { lines, bad } = compareLines(
    contents.map((content, index) => ({ line: index + 1, content })),
  );
  return {
    lines: lines.map(({ line }) => line),
    bad: bad.map(({ line, field, expected }) => [line, field, expected]),
  };
}

describe("a few lines beside each other", () => {
  test("are each kept where they say something of different records", () => {
    const answer = compare(group, { ...group, unique_key: "other" }, campaign("a", null));
    assert.deepEqual(answer, { lines: [1, 2, 3], bad: [] });
  });

  test("are kept once where they say the same", () => {
    assert.deepEqual(compare(group, { ...group }, group), { lines: [1], bad: [] });
  });

  test("are bad where a later one says something else", () => {
    const later = { ...group, display_name: "Acme France" };
    assert.deepEqual(compare(group, group, later), {
      lines: [1],
      bad: [[3, "display_name", "what line 1 says of the same group"]],
    });
    assert.deepEqual(compare(campaign("a", "1"), campaign("a", "2")).bad, [
      [2, "id", "what line 1 says of the same interaction"],
    ]);
  });

  test("are bad where two campaigns get one id, and none gets none", () => {
    assert.deepEqual(compare(campaign("a", "1"), campaign("b", "1")).bad, [
      [2, "id", "an id of its own: line 1 gives it to another interaction"],
    ]);
    assert.deepEqual(compare(campaign("a", null), campaign("b", null)).bad, []);
  });
});
