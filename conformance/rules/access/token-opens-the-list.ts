import { at, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-opens-the-list",
  requirements: ["R2", "R51", "R85"],
  sentence:
    "A caller obtains a bearer token with the OAuth 2.0 client-credentials flow and sends it on every call.",
  async check({ account, unknownId }) {
    const granted = await account.requestToken();
    expectStatus(granted, 200, "a token request with good credentials");
    const token = String(at(granted.answer.json, "access_token"));
    expectStatus(await account.list({ external_id: unknownId() }, { token }), 200, "a list");
  },
};
