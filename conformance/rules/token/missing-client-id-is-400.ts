import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "missing-client-id-is-400",
  requirements: ["R54", "R95"],
  sentence: "client_id or client_secret is missing",
  async check({ account }) {
    const absent = await account.requestToken({ client_id: undefined });
    expectError(absent, 400, "a token request without client_id");
  },
};
