import { paths } from "../../engine/caller.ts";
import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-is-json-whatever-its-header-says",
  requirements: ["R110", "R81"],
  sentence: "Content-Type: application/json",
  decisions: ["A61"],
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const { booking } = await take("cancellable");
    const headers = { authorization: `Bearer ${await account.token()}` };
    const body = JSON.stringify({ booking });
    const exchange = await account.send({ method: "POST", path: paths.cancel, headers, body });
    expectStatus(exchange, 200, "a cancel without Content-Type");
  },
};
