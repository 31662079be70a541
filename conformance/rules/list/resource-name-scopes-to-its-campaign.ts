import { at, expect, expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "resource-name-scopes-to-its-campaign",
  requirements: ["R63", "R12"],
  sentence: "Resource name of a campaign.",
  needs: ["campaign"],
  async check({ account, fact }) {
    const { external_id, public_key, interaction } = fact("campaign");
    const byName = await account.records({ external_id, interactions: interaction });
    const byKey = await account.records({ external_id, public_keys: public_key });
    expect(byKey.length > 0, "the contact has no bookings in the campaign");
    expectEqual(idsOf(byName), idsOf(byKey), `the bookings with interactions=${interaction}`);
    const others = byName.filter((record) => at(record, "interaction.public_key") !== public_key);
    expect(others.length === 0, `${others.length} bookings are of other campaigns`);
  },
};
