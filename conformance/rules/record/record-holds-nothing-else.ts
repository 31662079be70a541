import { expect } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "record-holds-nothing-else",
  requirements: ["R38"],
  sentence:
    "Fields of the contact record and of the campaign record beyond what is embedded in a booking: not shown.",
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      const others = Object.keys(record).filter((name) => !fields.has(name));
      expect(others.length === 0, `the record has fields of its own: ${others.join(", ")}`);
    }
  },
};

const fields = new Set([
  "activity",
  "interaction",
  "group",
  "slot_starting_at",
  "slot_duration_in_minutes",
  "booking_status",
  "booked_at",
  "ticket_type",
  "host",
  "booking",
]);
