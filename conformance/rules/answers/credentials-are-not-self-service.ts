import { expectStatus } from "../../engine/expect.ts";
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
      expectStatus(await account.send({ method: "GET", path, headers }), 404, `GET ${path}`);
      const post = await account.send({ method: "POST", path, headers, body: "{}" });
      expectStatus(post, 404, `POST ${path}`);
    }
  },
};
