import { expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "repeated-status-combines",
  requirements: ["R66"],
  sentence: "Repeat the parameter to combine values.",
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    const combinations = [
      ["CONFIRMED", "WAITLIST"],
      ["WAITLIST", "CANCELLED"],
      ["CANCELLED", "CONFIRMED"],
      ["CONFIRMED", "WAITLIST", "CANCELLED", "CHECKED_IN"],
      ["WAITLIST", "WAITLIST"],
    ];
    for (const booking_status of combinations) {
      const found = await account.records({ external_id, booking_status });
      const wanted = all.filter((record) =>
        booking_status.includes(String(record["booking_status"])),
      );
      expectEqual(idsOf(found), idsOf(wanted), `the bookings with ${booking_status.join(" and ")}`);
    }
  },
};
