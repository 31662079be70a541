import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "host-is-absent-without-a-choice",
  requirements: ["R31"],
  sentence: "offers a choice of hosts",
  needs: ["activity_length"],
  async check({ account, fact }) {
    const { minutes: _, ...named } = fact("activity_length");
    const record = await account.record(named);
    expect(record !== undefined, "the booking is not in its contact's list");
    expect(!("host" in record), `host: expected it absent, received ${show(record["host"])}`);
  },
};
