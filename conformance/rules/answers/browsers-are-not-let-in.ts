import { paths } from "../../engine/caller.ts";
import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "browsers-are-not-let-in",
  requirements: ["R1"],
  sentence: "All calls are server to server.",
  async check({ account, unknownId }) {
    const origin = { origin: "https://page.invalid" };
    for (const path of Object.values(paths)) {
      const headers = { ...origin, "access-control-request-method": "POST" };
      const preflight = await account.send({ method: "OPTIONS", path, headers });
      const allowed = preflight.answer.headers["access-control-allow-origin"];
      expect(allowed === undefined, `OPTIONS ${path} lets ${show(allowed)} in`);
    }
    const list = await account.list({ external_id: unknownId() }, { headers: origin });
    const allowed = list.answer.headers["access-control-allow-origin"];
    expect(allowed === undefined, `a list with an Origin lets ${show(allowed)} in`);
  },
};
