import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "missing-client-secret-is-400",
  requirements: ["R55", "R95"],
  sentence: "client_id or client_secret is missing",
  async check({ account }) {
    const absent = await account.requestToken({ client_secret: undefined });
    expectError(absent, 400, "a token request without client_secret");
    const both = await account.requestToken({ client_id: undefined, client_secret: undefined });
    expectError(both, 400, "a token request without either");
  },
};
