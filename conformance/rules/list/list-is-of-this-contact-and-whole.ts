import { expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import { Skipped } from "../../engine/outcome.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "list-is-of-this-contact-and-whole",
  requirements: ["R74", "R8", "R72"],
  sentence: "Bookings of the contact on this page.",
  needs: ["listed"],
  async check({ fact, listed }) {
    const { bookings } = fact("listed");
    if (bookings === undefined) {
      throw new Skipped("needs-data", "The data file's listed does not tell its bookings.");
    }
    expectEqual(idsOf(await listed()), bookings.toSorted(), "the contact's bookings");
  },
};
