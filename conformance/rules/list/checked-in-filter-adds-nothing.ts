import { expect, expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "checked-in-filter-adds-nothing",
  requirements: ["R44", "R66"],
  sentence: "A CHECKED_IN filter matches no bookings.",
  needs: ["checked_in"],
  async check({ account, fact }) {
    const { external_id } = fact("checked_in");
    const statuses = ["CHECKED_IN", "WAITLIST"];
    const both = await account.records({ external_id, booking_status: statuses });
    const one = await account.records({ external_id, booking_status: "WAITLIST" });
    expectEqual(idsOf(both), idsOf(one), "the bookings with CHECKED_IN and WAITLIST");
    const confirmed = await account.records({ external_id, booking_status: "CONFIRMED" });
    const { booking } = fact("checked_in");
    expect(idsOf(confirmed).includes(booking), "the checked-in booking is not among the CONFIRMED");
  },
};
