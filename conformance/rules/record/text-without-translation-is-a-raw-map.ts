import { at, expect, expectEqual, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "text-without-translation-is-a-raw-map",
  requirements: ["R36"],
  sentence:
    "when the chosen or default language has no value for the field, the value may be a raw language map serialised as a string (an object keyed by language code).",
  needs: ["raw_map"],
  async check({ account, fact }) {
    const { field, texts, ...named } = fact("raw_map");
    const value = at(await account.record(named), `activity.${field}`);
    expect(
      typeof value === "string",
      `activity.${field}: expected a text, received ${show(value)}`,
    );
    // The interface says "may be", so one of the texts passes as well as the map.
    if (Object.values(texts).includes(value)) return;
    const map = parseMap(value);
    expect(
      map !== undefined,
      `activity.${field} is neither a text nor a map of texts: ${show(value)}`,
    );
    expectEqual(
      Object.entries(map).map(String).toSorted(),
      Object.entries(texts).map(String).toSorted(),
      `the map in activity.${field}`,
    );
  },
};

function parseMap(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
