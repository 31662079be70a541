import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "same-activity-id-in-two-campaigns",
  requirements: ["R15", "R16"],
  sentence:
    "is unique within a campaign, not across campaigns. The same id may appear under two campaigns.",
  needs: ["same_activity_id"],
  async check({ account, fact }) {
    for (const { activity_id, public_key, title, ...named } of fact("same_activity_id")) {
      const record = await account.record(named);
      expectEqual(at(record, "activity.id"), activity_id, "activity.id");
      expectEqual(at(record, "interaction.public_key"), public_key, "interaction.public_key");
      expectEqual(at(record, "activity.title"), title, `activity.title in ${public_key}`);
    }
  },
};
