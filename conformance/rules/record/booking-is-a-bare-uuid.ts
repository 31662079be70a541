import { expect, expectEqual, show } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "booking-is-a-bare-uuid",
  requirements: ["R13", "R34"],
  sentence:
    "Unique identifier of one booking (UUID string, used with no prefix and no transformation).",
  needs: ["listed"],
  async check({ listed }) {
    const records = await listed();
    for (const { booking } of records) {
      const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
      expect(
        typeof booking === "string" && uuid.test(booking),
        `booking: received ${show(booking)}`,
      );
    }
    expectEqual(new Set(idsOf(records)).size, records.length, "different values of booking");
  },
};
