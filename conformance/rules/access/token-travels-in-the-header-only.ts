import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-travels-in-the-header-only",
  requirements: ["R51", "R85"],
  sentence: "Authenticated calls carry the header Authorization: Bearer <ACCESS_TOKEN>.",
  async check({ account, unknownId }) {
    const token = await account.token();
    const query = { external_id: unknownId(), access_token: token };
    expectStatus(await account.list(query, { token: null }), 401, "a token in the query");
    const cookie = { cookie: `access_token=${token}` };
    const inCookie = await account.list(
      { external_id: unknownId() },
      { token: null, headers: cookie },
    );
    expectStatus(inCookie, 401, "a token in a cookie");
    const bare = await account.list(
      { external_id: unknownId() },
      { token: null, headers: { authorization: token } },
    );
    expectStatus(bare, 401, "a token without the word Bearer");
  },
};
