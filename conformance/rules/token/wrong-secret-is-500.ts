import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "wrong-secret-is-500",
  requirements: ["R55", "R96"],
  sentence: "Credentials refused, or no token could be issued",
  async check({ account, unknownId }) {
    const wrong = await account.requestToken({ client_secret: unknownId() });
    expectError(wrong, 500, "a token request with a wrong client_secret");
    const { client_secret } = account.credentials;
    const longer = await account.requestToken({ client_secret: `${client_secret}x` });
    expectError(longer, 500, "a token request with the client_secret and one letter more");
  },
};
