import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "checked-in-reads-confirmed",
  requirements: ["R43", "R42"],
  sentence:
    "Check-in is recorded on the attendee, not the booking, so a checked-in booking still reads CONFIRMED.",
  needs: ["checked_in"],
  async check({ account, fact }) {
    const { booking, external_id } = fact("checked_in");
    const record = await account.record({ booking, external_id });
    expectEqual(
      record?.["booking_status"],
      "CONFIRMED",
      "booking_status of the checked-in booking",
    );
  },
};
