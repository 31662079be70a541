import { expect, show } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "external-id-is-compared-exactly",
  requirements: ["R61", "R8"],
  sentence: "The contact's external identifier.",
  decisions: ["A45"],
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const ours = idsOf(await listed());
    const { external_id } = fact("listed");
    const swapped = external_id.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const others = [swapped, ` ${external_id}`, `${external_id} `, `${external_id}%`];
    for (const other of others.filter((candidate) => candidate !== external_id)) {
      const found = idsOf(await account.records({ external_id: other }));
      const same = found.filter((booking) => ours.includes(booking));
      expect(same.length === 0, `${show(other)} lists bookings of ${show(external_id)}`);
    }
  },
};
