import { expectRefusedCancel } from "../../engine/refused-cancel.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancelled-ticket-is-400",
  requirements: ["R48", "R98", "R45"],
  sentence: "The ticket is already cancelled, or the attendee has checked in",
  decisions: ["A38"],
  needs: ["ticket_cancelled"],
  cancels: true,
  async check({ account, fact }) {
    const named = fact("ticket_cancelled");
    await expectRefusedCancel(account, named, "a cancel of a booking whose ticket is cancelled");
  },
};
