import { expect, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-sets-booked-at",
  requirements: ["R28"],
  sentence: "cancellation for CANCELLED.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    const cancel = await account.cancel({ booking: named.booking });
    expectStatus(cancel, 200, "a cancel");
    const time = Date.parse(String((await account.record(named))?.["booked_at"]));
    // Two minutes of tolerance for clocks that differ.
    const near = time > cancel.sentAt - 120_000 && time < cancel.answeredAt + 120_000;
    expect(near, "booked_at of the cancelled booking is not the time of the cancel");
  },
};
