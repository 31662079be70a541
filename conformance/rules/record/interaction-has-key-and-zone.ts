import { at, expect, show } from "../../engine/expect.ts";
import { expectFields } from "../../engine/record-fields.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "interaction-has-key-and-zone",
  requirements: ["R22"],
  sentence:
    "Fields: public_key (string), timezone (string, IANA zone name such as a region/city name, not an offset).",
  needs: ["listed"],
  async check({ listed }) {
    for (const record of await listed()) {
      expectFields(record, "interaction", { public_key: "string", timezone: "string" });
      const zone = String(at(record, "interaction.timezone"));
      expect(isZoneName(zone), `interaction.timezone is no IANA zone name: ${show(zone)}`);
    }
  },
};

function isZoneName(zone: string): boolean {
  if (/^[+-]|^(GMT|UTC)[+-]|^Etc\/GMT[+-]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
