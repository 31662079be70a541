import { expect, expectStatus } from "../../engine/expect.ts";
import { Skipped } from "../../engine/outcome.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-promotes-one-at-most",
  requirements: ["R49"],
  sentence: "All other transitions (for example from WAITLIST to CONFIRMED): not shown.",
  decisions: ["A40", "A41"],
  needs: ["full_slots"],
  cancels: true,
  async check({ account, fact }) {
    for (const { confirmed, waiting } of fact("full_slots")) {
      const before = await account.record(confirmed);
      if (before?.["booking_status"] !== "CONFIRMED") {
        throw new Skipped("needs-data", "A booking of full_slots is cancelled already.");
      }
      expectStatus(await account.cancel({ booking: confirmed.booking }), 200, "a cancel");
      // This cancel is refused, so it frees no second seat.
      await account.cancel({ booking: confirmed.booking });
      const statuses = [];
      for (const named of waiting) {
        statuses.push(String((await account.record(named))?.["booking_status"]));
      }
      const promoted = statuses.filter((status) => status === "CONFIRMED").length;
      const waits = statuses.filter((status) => status === "WAITLIST").length;
      expect(promoted + waits === waiting.length, `a waiting booking reads ${statuses.join(", ")}`);
      expect(promoted <= 1, `one seat was freed, and ${promoted} waiting bookings were confirmed`);
      expect(
        promoted === 0 || statuses[0] === "CONFIRMED",
        "somebody further behind on the waitlist was confirmed first",
      );
    }
  },
};
