import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "campaigns-hold-activities-and-groups",
  requirements: ["R14"],
  sentence:
    "A campaign (interaction) is identified by its public_key and contains one or more bookable activities (touchpoints).",
  needs: ["listed"],
  async check({ listed }) {
    const known = new Map<string, string>();
    for (const record of await listed()) {
      const key = String(at(record, "interaction.public_key"));
      const campaign = JSON.stringify([record["group"], record["interaction"]]);
      expectEqual(campaign, known.get(key) ?? campaign, `group and zone of the campaign ${key}`);
      known.set(key, campaign);
    }
  },
};
