import { expect, objectOf, show } from "../../engine/expect.ts";
import { expectFields } from "../../engine/record-fields.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "host-has-a-name-and-no-location",
  requirements: ["R32", "R33"],
  sentence:
    "The specific host booked (for example a named station or staff member). Field: display_name (string).",
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      if (!("host" in record)) continue;
      expectFields(record, "host", { display_name: "string" });
      const place = Object.keys(objectOf(record["host"])).find((name) => /locat/i.test(name));
      expect(place === undefined, `the host has a location: ${show(place)}`);
    }
  },
};
