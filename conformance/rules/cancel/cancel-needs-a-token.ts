import { expectEqual, expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-needs-a-token",
  requirements: ["R2", "R94", "R97"],
  sentence: "sends it on every call.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    const body = { booking: named.booking };
    expectStatus(await account.cancel(body, { token: null }), 401, "a cancel without a token");
    expectError(
      await account.cancel(body, { token: "nonsense" }),
      401,
      "a cancel with a bad token",
    );
    const record = await account.record(named);
    expectEqual(record?.["booking_status"], "CONFIRMED", "booking_status afterwards");
  },
};
