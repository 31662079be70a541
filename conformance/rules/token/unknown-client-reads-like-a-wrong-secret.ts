import { expectEqual, expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-client-reads-like-a-wrong-secret",
  requirements: ["R96"],
  sentence: "Credentials refused, or no token could be issued",
  async check({ account, unknownId }) {
    const wrongSecret = await account.requestToken({ client_secret: unknownId() });
    const unknown = await account.requestToken({ client_id: unknownId() });
    expectError(unknown, 500, "a token request with an unknown client_id");
    expectEqual(
      unknown.answer.json,
      wrongSecret.answer.json,
      "the answer to an unknown client_id, beside the one to a wrong client_secret",
    );
  },
};
