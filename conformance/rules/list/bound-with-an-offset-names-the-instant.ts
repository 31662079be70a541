import { expectEqual } from "../../engine/expect.ts";
import { idsOf, startOf, utc } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "bound-with-an-offset-names-the-instant",
  requirements: ["R64"],
  sentence: "RFC 3339, sent in UTC.",
  decisions: ["A11"],
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    const start = startOf(all[Math.floor(all.length / 2)] ?? {});
    const local = utc(start + 7_200_000).replace("Z", "+02:00");
    const found = await account.records({ external_id, "slot_date_range.from": local });
    const wanted = all.filter((record) => startOf(record) >= start);
    expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.from=${local}`);
  },
};
