import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "no-set-duration-is-absent",
  requirements: ["R26"],
  sentence: "Omitted when the slot has no set duration; never defaulted to 60.",
  needs: ["no_length"],
  async check({ account, fact }) {
    const record = await account.record(fact("no_length"));
    expect(record !== undefined, "the booking is not in its contact's list");
    const minutes = record["slot_duration_in_minutes"];
    expect(
      !("slot_duration_in_minutes" in record),
      `slot_duration_in_minutes: expected it absent, received ${show(minutes)}`,
    );
  },
};
