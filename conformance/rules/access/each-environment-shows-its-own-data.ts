import { expect } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "each-environment-shows-its-own-data",
  requirements: ["R5", "R6", "R8"],
  sentence: "Each has its own host, which is specific to the tenant.",
  needs: ["other_environment"],
  async check({ account, callerAt, fact }) {
    const { external_id } = fact("other_environment");
    const there = await callerAt(fact("other_environment")).records({ external_id });
    expect(there.length > 0, "the contact has no bookings in the other environment");
    const here = idsOf(await account.records({ external_id }));
    const mixed = idsOf(there).filter((booking) => here.includes(booking));
    expect(mixed.length === 0, `${mixed.length} bookings of the other environment are listed here`);
  },
};
