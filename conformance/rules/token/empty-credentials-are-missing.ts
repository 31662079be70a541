import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "empty-credentials-are-missing",
  requirements: ["R54", "R55", "R95"],
  sentence: "client_id or client_secret is missing",
  decisions: ["A30"],
  async check({ account }) {
    const id = await account.requestToken({ client_id: "" });
    expectError(id, 400, "a token request with an empty client_id");
    const secret = await account.requestToken({ client_secret: "" });
    expectError(secret, 400, "a token request with an empty client_secret");
  },
};
