import { paths } from "../../engine/caller.ts";
import { expectNotServed } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-path-is-literal",
  requirements: ["R52"],
  sentence: "Method and path: POST {base_url}/v1/oauth:token",
  async check({ account }) {
    const { client_id, client_secret, audience } = account.credentials;
    const body = JSON.stringify({
      client_id,
      client_secret,
      audience,
      grant_type: "client_credentials",
    });
    const headers = { "content-type": "application/json" };
    for (const path of ["/v1/oauthXtoken", "/v1/oauth/token", "/v1/oauth"]) {
      const exchange = await account.send({ method: "POST", path, headers, body });
      expectNotServed(exchange, `POST ${path}`);
    }
    const get = await account.send({ method: "GET", path: paths.token });
    expectNotServed(get, `GET ${paths.token}`);
  },
};
