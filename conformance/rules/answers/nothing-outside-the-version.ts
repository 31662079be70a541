import { expectNotServed } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "nothing-outside-the-version",
  requirements: ["R7", "R109"],
  sentence: "Every path starts with the prefix /v1/.",
  async check({ account, unknownId }) {
    const headers = { authorization: `Bearer ${await account.token()}` };
    const outside = [
      "/",
      "/metrics",
      "/livez",
      "/health",
      "/v2/interactions:fetchContactBookings?external_id=x",
      `/interactions:fetchContactBookings?external_id=${unknownId()}`,
    ];
    for (const path of outside) {
      const exchange = await account.send({ method: "GET", path, headers });
      expectNotServed(exchange, `GET ${path}`);
    }
    const body = JSON.stringify({ ...account.credentials, grant_type: "client_credentials" });
    const token = await account.send({ method: "POST", path: "/oauth:token", body });
    expectNotServed(token, "POST /oauth:token");
  },
};
