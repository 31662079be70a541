import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "booked-at-is-of-the-current-status",
  requirements: ["R28"],
  sentence:
    "Holds the time of the current status: confirmation for CONFIRMED, waitlist entry for WAITLIST, cancellation for CANCELLED.",
  needs: ["known_times"],
  async check({ account, fact }) {
    for (const { booking_status, booked_at, ...named } of fact("known_times")) {
      const record = await account.record(named);
      const time = Date.parse(String(record?.["booked_at"]));
      expectEqual(time, Date.parse(booked_at), `booked_at of the ${booking_status} booking`);
    }
  },
};
