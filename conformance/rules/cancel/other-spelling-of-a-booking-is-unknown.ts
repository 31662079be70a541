import { expectEqual, expectError, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "other-spelling-of-a-booking-is-unknown",
  requirements: ["R17", "R82", "R84"],
  sentence: "The booking value must be returned exactly as received when cancelling.",
  // The interface obliges the caller to send it unchanged, but does not oblige the target to refuse other
  // spellings.
  decisions: ["A34"],
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    const { booking } = named;
    const spellings = [
      `{${booking}}`,
      ` ${booking}`,
      booking.replaceAll("-", ""),
      booking.toUpperCase(),
    ];
    for (const value of spellings.filter((spelling) => spelling !== booking)) {
      const exchange = await account.cancel({ booking: value });
      expectError(exchange, 500, `a cancel of ${show(value)}`);
    }
    const record = await account.record(named);
    expectEqual(record?.["booking_status"], "CONFIRMED", "booking_status afterwards");
  },
};
