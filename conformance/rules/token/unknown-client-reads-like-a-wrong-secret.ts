import { expectError, expectSameAnswer } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-client-reads-like-a-wrong-secret",
  requirements: ["R96"],
  sentence: "Credentials refused, or no token could be issued",
  async check({ account, unknownId }) {
    const wrongSecret = await account.requestToken({ client_secret: unknownId() });
    const nobody = unknownId();
    const unknown = await account.requestToken({ client_id: nobody });
    expectError(unknown, 500, "a token request with an unknown client_id");
    expectSameAnswer(
      [unknown, nobody],
      [wrongSecret, account.credentials.client_id],
      "the answer to an unknown client_id, beside the one to a wrong client_secret",
    );
  },
};
