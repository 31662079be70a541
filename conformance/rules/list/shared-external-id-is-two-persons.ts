import { expect } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "shared-external-id-is-two-persons",
  requirements: ["R8", "R74"],
  sentence: "It identifies the person.",
  needs: ["other_account"],
  async check({ account, callerAt, fact }) {
    const other = fact("other_account");
    const external_id = other.shared_external_id ?? other.external_id;
    const there = await callerAt(other).records({ external_id });
    expect(there.length > 0, "the contact has no bookings in the other account");
    const here = idsOf(await account.records({ external_id }));
    const leaked = idsOf(there).filter((booking) => here.includes(booking));
    expect(leaked.length === 0, `${leaked.length} bookings of the other account are listed here`);
  },
};
