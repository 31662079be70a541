import { at, expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "public-key-scopes-to-its-campaign",
  requirements: ["R62", "R11"],
  sentence: "Scope to one campaign by public key.",
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const { external_id } = fact("listed");
    const all = await listed();
    for (const key of new Set(all.map((record) => String(at(record, "interaction.public_key"))))) {
      const scoped = await account.records({ external_id, public_keys: key });
      const wanted = all.filter((record) => at(record, "interaction.public_key") === key);
      expectEqual(idsOf(scoped), idsOf(wanted), `the bookings with public_keys=${key}`);
    }
  },
};
