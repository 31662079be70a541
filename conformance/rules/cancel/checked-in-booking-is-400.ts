import { expectRefusedCancel } from "../../engine/refused-cancel.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "checked-in-booking-is-400",
  requirements: ["R48", "R98", "R84", "R45"],
  sentence: "The ticket is already cancelled, or the attendee has checked in",
  needs: ["checked_in"],
  cancels: true,
  async check({ account, fact }) {
    const { booking, external_id } = fact("checked_in");
    const named = { booking, external_id };
    await expectRefusedCancel(account, named, "a cancel of a checked-in booking");
  },
};
