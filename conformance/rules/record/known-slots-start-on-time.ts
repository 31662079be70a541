import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "known-slots-start-on-time",
  requirements: ["R24", "R22"],
  sentence: "RFC 3339 timestamp in UTC, ending in Z.",
  needs: ["known_starts"],
  async check({ account, fact }) {
    for (const { slot_starting_at, timezone, ...named } of fact("known_starts")) {
      const record = await account.record(named);
      const start = Date.parse(String(record?.["slot_starting_at"]));
      expectEqual(
        new Date(start).toJSON(),
        new Date(slot_starting_at).toJSON(),
        "slot_starting_at",
      );
      expectEqual(at(record, "interaction.timezone"), timezone, "interaction.timezone");
    }
  },
};
