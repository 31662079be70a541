import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "status-is-one-of-three",
  requirements: ["R27", "R42"],
  sentence: "One of CONFIRMED, WAITLIST, CANCELLED in responses (see States).",
  needs: ["listed"],
  async check({ listed }) {
    for (const { booking_status: status } of await listed()) {
      const known = ["CONFIRMED", "WAITLIST", "CANCELLED"].includes(String(status));
      expect(known, `booking_status: received ${show(status)}`);
    }
  },
};
