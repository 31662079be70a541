import { expectFields } from "../../engine/record-fields.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "activity-has-three-texts",
  requirements: ["R21", "R35"],
  sentence:
    "Fields: id (string, touchpoint identifier), title (string, localised name), location_hint (string, localised location text).",
  needs: ["listed"],
  async check({ listed }) {
    const types = { id: "string", title: "string", location_hint: "string" } as const;
    for (const record of await listed()) expectFields(record, "activity", types);
  },
};
