import { at, expect } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "no-scope-lists-all-campaigns",
  requirements: ["R72"],
  sentence:
    "When both public_keys and interactions are omitted, the bookings of the contact across all campaigns are returned.",
  needs: ["listed", "campaign"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const keys = new Set(all.map((record) => at(record, "interaction.public_key")));
    expect(keys.size > 1, "the contact `listed` shows bookings of one campaign only");
    const { external_id, public_key } = fact("campaign");
    const scoped = idsOf(await account.records({ external_id, public_keys: public_key }));
    const unscoped = idsOf(await account.records({ external_id }));
    const lost = scoped.filter((booking) => !unscoped.includes(booking));
    expect(lost.length === 0, `${lost.length} bookings are in the scope but not in the whole list`);
  },
};
