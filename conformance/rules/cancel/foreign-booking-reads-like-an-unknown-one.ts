import { expect, expectEqual, expectError, expectSameAnswer } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "foreign-booking-reads-like-an-unknown-one",
  requirements: ["R84", "R8"],
  sentence: "500 with a request message for an unknown booking identifier.",
  needs: ["other_account"],
  cancels: true,
  async check({ account, callerAt, fact, unknownId }) {
    const other = callerAt(fact("other_account"));
    const { booking, external_id } = fact("other_account");
    const before = await other.record({ booking, external_id });
    expect(before !== undefined, "the booking is not in its contact's list in the other account");
    const nobodys = unknownId();
    const unknown = await account.cancel({ booking: nobodys });
    const foreign = await account.cancel({ booking });
    expectError(foreign, 500, "a cancel of another account's booking");
    expectSameAnswer(
      [foreign, booking],
      [unknown, nobodys],
      "its answer, beside an unknown booking's",
    );
    const after = await other.record({ booking, external_id });
    expectEqual(after, before, "the other account's record after the cancel");
  },
};
