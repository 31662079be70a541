import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
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
};
