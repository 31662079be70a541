import { expectEqual, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "known-contact-without-bookings-reads-like-an-unknown-one",
  requirements: ["R78"],
  sentence: "When the contact has no bookings, or the external_id matches no contact",
  needs: ["empty"],
  async check({ account, fact, unknownId }) {
    const unknown = await account.list({ external_id: unknownId() });
    const empty = await account.list(fact("empty"));
    expectStatus(empty, 200, "a list of a contact without bookings");
    expectEqual(empty.answer.json, unknown.answer.json, "its answer, beside an unknown contact's");
  },
};
