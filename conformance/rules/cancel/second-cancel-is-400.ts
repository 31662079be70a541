import { expectStatus } from "../../engine/expect.ts";
import { expectRefusedCancel } from "../../engine/refused-cancel.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "second-cancel-is-400",
  requirements: ["R48", "R98", "R84", "R46"],
  sentence: "400 when the ticket is already cancelled or the attendee has checked in",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    expectStatus(await account.cancel({ booking: named.booking }), 200, "a cancel");
    await expectRefusedCancel(account, named, "a second cancel");
  },
};
