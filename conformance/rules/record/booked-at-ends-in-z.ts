import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "booked-at-ends-in-z",
  requirements: ["R28"],
  sentence: "Holds the time of the current status",
  decisions: ["A6"],
  needs: ["listed"],
  async check({ listed }) {
    for (const { booked_at: time } of await listed()) {
      const good = typeof time === "string" && /T\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(time);
      expect(good, `booked_at: received ${show(time)}`);
    }
  },
};
