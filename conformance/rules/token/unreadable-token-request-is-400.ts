import { paths } from "../../engine/caller.ts";
import { expectError, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unreadable-token-request-is-400",
  requirements: ["R95"],
  sentence: "client_id or client_secret is missing",
  decisions: ["A30"],
  async check({ account }) {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "null", "[]", "42", ""]) {
      const exchange = await account.send({ method: "POST", path: paths.token, headers, body });
      expectError(exchange, 400, `a token request whose body is ${show(body)}`);
    }
    const number = await account.requestToken({ client_id: 42 });
    expectError(number, 400, "a token request whose client_id is a number");
  },
};
