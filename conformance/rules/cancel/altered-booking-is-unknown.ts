import { expectEqual, expectError, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "altered-booking-is-unknown",
  requirements: ["R17", "R82", "R84"],
  sentence: "The booking value must be returned exactly as received when cancelling.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    const { booking } = named;
    const altered = [`bookings/${booking}`, `${booking}0`, booking.slice(0, -1)];
    for (const value of altered) {
      const exchange = await account.cancel({ booking: value });
      expectError(exchange, 500, `a cancel of ${show(value)}`);
    }
    const record = await account.record(named);
    expectEqual(record?.["booking_status"], "CONFIRMED", "booking_status afterwards");
  },
};
