import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-request-is-json-whatever-its-header-says",
  requirements: ["R110"],
  sentence: "Header: Content-Type: application/json",
  decisions: ["A29", "A61"],
  async check({ account }) {
    const none = await account.requestToken({}, {});
    expectStatus(none, 200, "a token request without Content-Type");
    const other = await account.requestToken({}, { "content-type": "text/plain" });
    expectStatus(other, 200, "a token request that says text/plain");
    const charset = await account.requestToken(
      {},
      { "content-type": "application/json; charset=utf-8" },
    );
    expectStatus(charset, 200, "a token request that names its charset");
    const form = await account.requestToken(
      {},
      { "content-type": "application/x-www-form-urlencoded" },
    );
    expectStatus(form, 200, "a token request in JSON under curl's default type");
  },
};
