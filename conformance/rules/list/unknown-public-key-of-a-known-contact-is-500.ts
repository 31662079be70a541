import { at, expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-public-key-of-a-known-contact-is-500",
  requirements: ["R73"],
  sentence: "an unknown public key each produce a 500 response with a message about the request",
  needs: ["listed"],
  async check({ account, fact, listed, unknownId }) {
    const { external_id } = fact("listed");
    const key = String(at((await listed())[0], "interaction.public_key"));
    const wrong = [unknownId(), `${key}x`, key.slice(0, -1), key.toUpperCase(), `${key} `];
    for (const public_keys of wrong.filter((candidate) => candidate !== key && candidate !== "")) {
      const exchange = await account.list({ external_id, public_keys });
      expectError(exchange, 500, `public_keys=${public_keys}`);
    }
  },
};
