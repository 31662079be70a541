import { expect, expectStatus, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "earlier-token-lives-on",
  requirements: ["R58", "R107"],
  sentence: "Expiry is counted from the first response.",
  async check({ account, unknownId }) {
    const first = objectOf((await account.requestToken()).answer.json)["access_token"];
    await account.requestToken();
    expect(typeof first === "string", "access_token is not a string");
    const exchange = await account.list({ external_id: unknownId() }, { token: first });
    expectStatus(exchange, 200, "a list with a token whose expires_in has not elapsed");
  },
};
