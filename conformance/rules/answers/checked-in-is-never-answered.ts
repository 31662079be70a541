import { recordsOf } from "../../engine/caller.ts";
import { expect } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "checked-in-is-never-answered",
  requirements: ["R42", "R27"],
  sentence: "The API never returns it in responses.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of answersOfPath(history(), "fetch", 200)) {
      const found = recordsOf(exchange).some((record) => record["booking_status"] === "CHECKED_IN");
      expect(!found, "a record reads CHECKED_IN", exchange);
    }
  },
};
