import { expectEqual, expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "several-clients-of-one-account",
  requirements: ["R114", "R3"],
  sentence: "provisioned by the service operator per tenant.",
  needs: ["second_credentials", "listed"],
  async check({ account, callerAt, fact }) {
    const { credentials } = fact("second_credentials");
    const { external_id } = fact("listed");
    const second = callerAt({ credentials });
    const [one, two] = [await account.list({ external_id }), await second.list({ external_id })];
    expectStatus(two, 200, "a list by the account's second client");
    expectEqual(two.answer.json, one.answer.json, "the second client's list, beside the first's");
    const crossed = await account.requestToken({ client_secret: credentials.client_secret });
    expectError(crossed, 500, "a token request with another client's secret");
  },
};
