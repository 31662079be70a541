import { expectEqual, expectStatus } from "../../engine/expect.ts";
import { expectRefusedCancel } from "../../engine/refused-cancel.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "waitlisted-booking-can-be-cancelled",
  requirements: ["R47", "R112"],
  sentence: "CANCELLED (by the same operation, where the cancel succeeds)",
  needs: ["cancellable_waitlist"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable_waitlist");
    const exchange = await account.cancel({ booking: named.booking });
    expectStatus(exchange, 200, "a cancel of a WAITLIST booking");
    expectEqual(exchange.answer.json, {}, "the answer to a cancel");
    const record = await account.record(named);
    expectEqual(record?.["booking_status"], "CANCELLED", "booking_status after the cancel");
    await expectRefusedCancel(account, named, "a second cancel");
  },
};
