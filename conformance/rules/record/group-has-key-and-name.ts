import { expectFields } from "../../engine/record-fields.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "group-has-key-and-name",
  requirements: ["R23"],
  sentence:
    "The organisation the campaign belongs to. Fields: unique_key (string), display_name (string).",
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      expectFields(record, "group", { unique_key: "string", display_name: "string" });
    }
  },
};
