import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "callers-request-id-is-kept",
  requirements: ["R90"],
  sentence: "Callers log request identifiers and timestamps, never full secrets or full tokens.",
  decisions: ["A48"],
  async check({ account, unknownId }) {
    const id = unknownId();
    const query = { external_id: unknownId() };
    const exchange = await account.list(query, { headers: { "x-request-id": id } });
    expectEqual(exchange.answer.headers["x-request-id"], id, "X-Request-Id of the answer");
  },
};
