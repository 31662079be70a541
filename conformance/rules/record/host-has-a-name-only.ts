import { expectFields } from "../../engine/record-fields.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "host-has-a-name-only",
  requirements: ["R32", "R33"],
  sentence:
    "The specific host booked (for example a named station or staff member). Field: display_name (string).",
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      if ("host" in record) expectFields(record, "host", { display_name: "string" });
    }
  },
};
