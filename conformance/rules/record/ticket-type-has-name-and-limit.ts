import { expectFields } from "../../engine/record-fields.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "ticket-type-has-name-and-limit",
  requirements: ["R30"],
  sentence: "Fields: display_name (string), has_limited_capacity (boolean).",
  needs: ["listed"],
  async check({ listed }) {
    const types = { display_name: "string", has_limited_capacity: "boolean" } as const;
    for (const record of await listed()) expectFields(record, "ticket_type", types);
  },
};
