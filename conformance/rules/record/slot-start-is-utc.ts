import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "slot-start-is-utc",
  requirements: ["R24"],
  sentence: "slot_starting_at / string / yes / RFC 3339 timestamp in UTC, ending in Z.",
  needs: ["listed"],
  async check({ listed }) {
    for (const { slot_starting_at: start } of await listed()) {
      const utc =
        typeof start === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(start);
      expect(utc && !Number.isNaN(Date.parse(start)), `slot_starting_at: received ${show(start)}`);
    }
  },
};
