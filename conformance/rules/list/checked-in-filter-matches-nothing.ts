import { recordsOf } from "../../engine/caller.ts";
import { expectEqual, expectStatus } from "../../engine/expect.ts";
import { idsOf, totalOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "checked-in-filter-matches-nothing",
  requirements: ["R44", "R42", "R66"],
  sentence: "A CHECKED_IN filter matches no bookings.",
  needs: ["checked_in"],
  async check({ account, fact }) {
    const { external_id } = fact("checked_in");
    const exchange = await account.list({ external_id, booking_status: "CHECKED_IN" });
    expectStatus(exchange, 200, "a list with booking_status=CHECKED_IN");
    expectEqual(idsOf(recordsOf(exchange)), [], "the bookings with booking_status=CHECKED_IN");
    expectEqual(totalOf(exchange), 0, "total_count with booking_status=CHECKED_IN");
  },
};
