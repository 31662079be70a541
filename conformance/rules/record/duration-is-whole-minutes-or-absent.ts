import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "duration-is-whole-minutes-or-absent",
  requirements: ["R26"],
  sentence:
    "Omitted when the slot has no set duration; never defaulted to 60. Must be typed as optional.",
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      if (!("slot_duration_in_minutes" in record)) continue;
      const minutes = record["slot_duration_in_minutes"];
      const whole = typeof minutes === "number" && Number.isInteger(minutes) && minutes > 0;
      expect(whole, `slot_duration_in_minutes: received ${show(minutes)}`);
    }
  },
};
