import { at, expect, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "access-token-is-a-string",
  requirements: ["R18"],
  sentence: "access_token / string / Bearer token.",
  async check({ account }) {
    const exchange = await account.requestToken();
    expectStatus(exchange, 200, "a token request with good credentials");
    const token = at(exchange.answer.json, "access_token");
    expect(typeof token === "string", "access_token is not a string");
    // RFC 6750, 2.1: the syntax of the credential after "Bearer ".
    expect(/^[\w.~+/-]+=*$/.test(token), "access_token cannot be sent as a bearer token");
  },
};
