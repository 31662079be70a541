import { paths } from "../../engine/caller.ts";
import { expectNotServed } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-path-is-literal",
  requirements: ["R80"],
  sentence: "Method and path: POST {base_url}/v1/interactions:cancelInteractionBooking",
  cancels: true,
  async check({ account, unknownId }) {
    const authorization = `Bearer ${await account.token()}`;
    const headers = { authorization, "content-type": "application/json" };
    const body = JSON.stringify({ booking: unknownId() });
    const wrong = [
      "/v1/interactions/cancelInteractionBooking",
      "/v1/interactionsXcancelInteractionBooking",
    ];
    for (const path of wrong) {
      expectNotServed(await account.send({ method: "POST", path, headers, body }), `POST ${path}`);
    }
    for (const method of ["GET", "DELETE"]) {
      const path = `${paths.cancel}?booking=${unknownId()}`;
      const exchange = await account.send({ method, path, headers: { authorization } });
      expectNotServed(exchange, `${method} ${paths.cancel}`);
    }
  },
};
