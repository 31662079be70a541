import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { behaviourOf } from "../broken/broken-server.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { Secrets } from "../engine/secrets.ts";
import { htmlReport } from "../report/html.ts";
import { makeReport, type Report } from "../report/report.ts";
import { rules } from "../rules.ts";
import { runAgainst } from "./run-against.ts";

describe("a report", () => {
  async function reportOf(name: string): Promise<{ report: Report; held: string[] }> {
    const server = brokenServers.find((broken) => broken.name === name);
    assert.ok(server !== undefined, name);
    const secrets = new Secrets();
    const verdicts = await runAgainst(rules, behaviourOf(server), { secrets });
    const parts = { secrets, startedAt: 0, endedAt: 1500, readOnly: false };
    const place = { base_url: "http://127.0.0.1:1", host: "acme.test" };
    const credentials = { client_id: "c", client_secret: "s", audience: "a" };
    const report = makeReport({
      ...parts,
      rules,
      verdicts,
      target: { place, credentials, facts: {} },
    });
    const texts = verdicts.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ request, answer }) => [request.body, answer.text]),
    );
    const held = texts.join("\n").match(/secret_[0-9a-f]{32}|tok_[0-9a-f]{48}/g) ?? [];
    return { report, held: [...new Set(held)] };
  }

  test("names the broken requirement, and shows the request and the answer", async () => {
    const { report } = await reportOf("defaults the duration to 60 minutes");
    const red = report.standings.filter(({ standing }) => standing === "broken");
    assert.deepEqual(
      red.map(({ id }) => id),
      ["R25", "R26"],
    );
    const found = report.verdicts.find(({ rule }) => rule === "no-set-duration-is-absent");
    assert.match(found?.message ?? "", /expected it absent, received 60/);
    assert.match(found?.shown_by?.request ?? "", /^GET \/v1\/interactions:fetchContactBookings\?/);
    assert.match(
      found?.shown_by?.answer ?? "",
      /^HTTP\/1\.1 200\n[^]*"slot_duration_in_minutes": 60/,
    );
  });

  test("holds no secret and no token, even where the server repeats them", async () => {
    for (const name of [
      "repeats the token in the error",
      "repeats the token request's body in the error",
    ]) {
      const { report, held } = await reportOf(name);
      assert.ok(held.length > 3, "the run has seen secrets and tokens");
      const written = JSON.stringify(report) + htmlReport(report);
      for (const secret of held) assert.ok(!written.includes(secret), `${name}: ${secret}`);
      assert.match(written, /\[secret\]/);
      assert.match(written, /Bearer \[token\]/);
    }
  });

  test("as a page needs nothing from anywhere and runs nothing", async () => {
    const { report } = await reportOf("answers unknown paths with a page of HTML");
    const page = htmlReport(report);
    assert.doesNotMatch(page, /<script|<link|<img|<iframe|@import|url\(|\son\w+=|\sstyle=/i);
    assert.match(page, /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
    // The server's text appears as text, not as markup.
    assert.ok(page.includes("&lt;h1&gt;Not found&lt;/h1&gt;"));
    assert.ok(!page.includes("<h1>Not found</h1>"));
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length, "every id is used once");
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    assert.deepEqual(
      targets.filter((target) => !ids.includes(target)),
      [],
    );
  });
});
