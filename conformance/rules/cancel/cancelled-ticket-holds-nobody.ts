import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancelled-ticket-holds-nobody",
  requirements: ["R45"],
  sentence: "The booking's ticket is not already cancelled and its attendee has not checked in",
  decisions: ["A37"],
  needs: ["checked_in_ticket_cancelled"],
  cancels: true,
  async check({ account, fact }) {
    const { booking } = fact("checked_in_ticket_cancelled");
    expectStatus(
      await account.cancel({ booking }),
      200,
      "a cancel of a booking whose checked-in ticket is cancelled",
    );
  },
};
