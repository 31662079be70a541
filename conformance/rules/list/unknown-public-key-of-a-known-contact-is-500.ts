import { at, expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-public-key-of-a-known-contact-is-500",
  requirements: ["R73"],
  sentence: "an unknown public key each produce a 500 response with a message about the request",
  needs: ["listed"],
  async check({ account, fact, listed, unknownId }) {
    const { external_id } = fact("listed");
    const known = (await listed()).map((record) => String(at(record, "interaction.public_key")));
    const key = known[0] ?? "";
    // Half a key, because the key without its last letter may be another campaign's, as pk_1 of pk_12.
    const half = key.slice(0, Math.ceil(key.length / 2));
    const wrong = [unknownId(), `${key}-${unknownId()}`, half, key.toUpperCase(), `${key} `];
    for (const public_keys of wrong.filter((candidate) => !known.includes(candidate))) {
      const exchange = await account.list({ external_id, public_keys });
      expectError(exchange, 500, `public_keys=${public_keys}`);
    }
  },
};
