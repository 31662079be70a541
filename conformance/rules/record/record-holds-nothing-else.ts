import { expect, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "record-holds-nothing-else",
  requirements: ["R38", "R21", "R22", "R23", "R30", "R32"],
  sentence:
    "Fields of the contact record and of the campaign record beyond what is embedded in a booking: not shown.",
  decisions: ["A50"],
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      const others = Object.keys(record).filter((name) => !(name in fields));
      expect(others.length === 0, `the record has fields of its own: ${others.join(", ")}`);
      for (const [field, known] of Object.entries(fields)) {
        const inside = Object.keys(objectOf(record[field]));
        const more = inside.filter((name) => !known.some((one) => one === name));
        expect(more.length === 0, `${field} has fields of its own: ${more.join(", ")}`);
      }
    }
  },
};

/** The fields of a record, each with its own fields where it is an object. */
const fields: Readonly<Record<string, readonly string[]>> = {
  activity: ["id", "title", "location_hint"],
  interaction: ["public_key", "timezone"],
  group: ["unique_key", "display_name"],
  slot_starting_at: [],
  slot_duration_in_minutes: [],
  booking_status: [],
  booked_at: [],
  ticket_type: ["display_name", "has_limited_capacity"],
  host: ["display_name"],
  booking: [],
};
