import { expectEqual, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "nothing-found-reads-the-same-whatever-the-reason",
  requirements: ["R78"],
  sentence: "When the contact has no bookings, or the external_id matches no contact",
  decisions: ["A2"],
  needs: ["listed"],
  async check({ account, fact, unknownId }) {
    const never = "1971-01-01T00:00:00Z";
    const unknown = await account.list({ external_id: unknownId() });
    const { external_id } = fact("listed");
    const none = await account.list({ external_id, "slot_date_range.to": never });
    expectStatus(none, 200, "a list of a contact with no bookings in the range");
    expectEqual(
      none.answer.json,
      unknown.answer.json,
      "a known contact's empty answer, beside an unknown one's",
    );
  },
};
