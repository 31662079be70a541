import { paths } from "../../engine/caller.ts";
import { expectNotServed } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "list-path-is-literal",
  requirements: ["R60"],
  sentence: "Method and path: GET {base_url}/v1/interactions:fetchContactBookings",
  async check({ account, unknownId }) {
    const authorization = `Bearer ${await account.token()}`;
    const query = `?external_id=${unknownId()}`;
    const wrong = [
      "/v1/interactionsXfetchContactBookings",
      "/v1/interactions/fetchContactBookings",
    ];
    for (const path of wrong) {
      const exchange = await account.send({
        method: "GET",
        path: path + query,
        headers: { authorization },
      });
      expectNotServed(exchange, `GET ${path}`);
    }
    const post = await account.send({
      method: "POST",
      path: paths.fetch + query,
      headers: { authorization, "content-type": "application/json" },
      body: "{}",
    });
    expectNotServed(post, `POST ${paths.fetch}`);
  },
};
