import { expectNotServed } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "credentials-are-not-self-service",
  requirements: ["R3"],
  sentence: "They are not self-service.",
  async check({ account }) {
    const headers = {
      authorization: `Bearer ${await account.token()}`,
      "content-type": "application/json",
    };
    const paths = ["/v1/credentials", "/v1/accounts", "/v1/clients", "/v1/oauth:register", "/v1/"];
    for (const path of paths) {
      expectNotServed(await account.send({ method: "GET", path, headers }), `GET ${path}`);
      const post = await account.send({ method: "POST", path, headers, body: "{}" });
      expectNotServed(post, `POST ${path}`);
    }
  },
};
