import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "check-in-leaves-the-record-alone",
  requirements: ["R29", "R43"],
  sentence: "Check-in does not change it.",
  needs: ["checked_in"],
  async check({ account, fact }) {
    const { booked_at, ...named } = fact("checked_in");
    const record = await account.record(named);
    expectEqual(Date.parse(String(record?.["booked_at"])), Date.parse(booked_at), "booked_at");
  },
};
