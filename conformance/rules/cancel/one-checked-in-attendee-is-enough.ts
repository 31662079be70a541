import { expectRefusedCancel } from "../../engine/refused-cancel.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "one-checked-in-attendee-is-enough",
  requirements: ["R48", "R45"],
  sentence: "The ticket is already cancelled, or the attendee has checked in",
  decisions: ["A37"],
  needs: ["partly_checked_in"],
  cancels: true,
  async check({ account, fact }) {
    const named = fact("partly_checked_in");
    await expectRefusedCancel(
      account,
      named,
      "a cancel of a booking of which one attendee checked in",
    );
  },
};
