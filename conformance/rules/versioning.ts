import { expectError, expectNotServed } from "../engine/expect.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "credentials-are-not-self-service",
    requirements: ["R3"],
    sentence: "They are not self-service.",
    async check({ account }) {
      const headers = {
        authorization: `Bearer ${await account.token()}`,
        "content-type": "application/json",
      };
      const paths = [
        "/v1/credentials",
        "/v1/accounts",
        "/v1/clients",
        "/v1/oauth:register",
        "/v1/",
      ];
      for (const path of paths) {
        expectNotServed(await account.send({ method: "GET", path, headers }), `GET ${path}`);
        const post = await account.send({ method: "POST", path, headers, body: "{}" });
        expectNotServed(post, `POST ${path}`);
      }
    },
  },
  {
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
  },
  {
    name: "unknown-paths-are-404",
    requirements: ["R52", "R60", "R80", "R109", "R3"],
    sentence: "Method and path:",
    decisions: ["A27", "A51"],
    async check({ account }) {
      const paths = [
        "/v1/oauth:Token",
        "/v1/oauth:token/",
        "/v1/interactions:fetchcontactbookings",
        "/v1/interactions:fetchContactBookings/",
        "/v1/interactions:cancelinteractionbooking",
        "/v1/interactions:cancelInteractionBooking/",
        "/v1/credentials",
        "/v1/",
        "/",
      ];
      // The requests carry no token, so that none has an effect even where it is understood.
      for (const path of paths) {
        for (const method of ["GET", "POST"]) {
          const body = method === "POST" ? { body: "{}" } : {};
          const headers = { "content-type": "application/json" };
          const exchange = await account.send({ method, path, headers, ...body });
          expectError(exchange, 404, `${method} ${path}`);
        }
      }
    },
  },
];
