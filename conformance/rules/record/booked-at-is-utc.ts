import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "booked-at-is-utc",
  requirements: ["R28"],
  sentence: "Holds the time of the current status",
  needs: ["listed"],
  async check({ listed, now }) {
    for (const { booked_at: time } of await listed()) {
      const utc =
        typeof time === "string" &&
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/.test(time);
      expect(utc && !Number.isNaN(Date.parse(time)), `booked_at: received ${show(time)}`);
      // A day of tolerance for a wrong clock.
      expect(Date.parse(time) < now() + 86_400_000, `booked_at lies in the future: ${time}`);
    }
  },
};
