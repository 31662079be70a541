import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "encoded-colon-is-a-colon",
  requirements: ["R52", "R60"],
  sentence: "Method and path:",
  decisions: ["A51"],
  async check({ account, unknownId }) {
    const authorization = `Bearer ${await account.token()}`;
    const exchange = await account.send({
      method: "GET",
      path: `/v1/interactions%3AfetchContactBookings?external_id=${unknownId()}`,
      headers: { authorization },
    });
    expectStatus(exchange, 200, "a list whose path has %3A for the colon");
  },
};
