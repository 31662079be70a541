import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { behaviourOf, correct } from "../broken/broken-server.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import type { Behaviour } from "../reference/behaviour.ts";
import { startReferenceServer } from "../reference/server.ts";
import { makeWorld } from "../reference/world.ts";

describe("booking-conformance", () => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-test-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, name);

  async function runKit(behaviour: Behaviour, ...args: string[]) {
    const world = makeWorld();
    await using server = await startReferenceServer(world.accounts, behaviour, Date.now);
    const { credentials, facts } = world.target(server.base_url);
    writeFileSync(file("client.json"), JSON.stringify(credentials));
    const other = facts.other_account;
    writeFileSync(file("globex.json"), JSON.stringify(other?.credentials));
    const told = { ...facts, other_account: { ...other, credentials: "globex.json" } };
    writeFileSync(file("facts.json"), JSON.stringify(told));
    const files = ["--credentials", file("client.json"), "--data", file("facts.json")];
    return await run("--base-url", server.base_url, "--host", "acme.test", ...files, ...args);
  }

  function run(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
    const program = ["bin/booking-conformance.js", ...args];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        program,
        { env: { PATH: process.env["PATH"] } },
        (error, stdout, stderr) => {
          resolve({ status: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
        },
      );
    });
  }

  test("ends with 0 where nothing is broken, and writes both reports", async () => {
    const written = ["--html", file("report.html"), "--json", file("report.json")];
    const { status, stdout } = await runKit(correct, "--only", "R84", "--only", "R59", ...written);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^ok {3}unknown-booking-is-500 \(R84, R100\)$/m);
    assert.match(stdout, /^ok {3}token-of-another-account-is-401 /m);
    const report = JSON.parse(readFileSync(file("report.json"), "utf8"));
    assert.equal(report.rules.fail, 0);
    assert.match(readFileSync(file("report.html"), "utf8"), /Nothing is broken/);
  });

  test("ends with 1 where a rule is broken, and says what was expected", async () => {
    const broken = brokenServers.find(({ name }) => name === "answers 404 for an unknown booking");
    assert.ok(broken !== undefined);
    const { status, stdout } = await runKit(
      behaviourOf(broken),
      "--only",
      "unknown-booking-is-500",
    );
    assert.equal(status, 1);
    assert.match(
      stdout,
      /FAIL unknown-booking-is-500 \(R84, R100\)\n.*expected status 500, received 404/,
    );
    assert.match(stdout, /^Broken: R84, R100\.$/m);
  });

  test("prints nothing but the report with --json -", async () => {
    const { stdout, stderr } = await runKit(correct, "--only", "R19", "--json", "-");
    assert.equal(JSON.parse(stdout).requirements.observed, 1);
    assert.match(stderr, /1 rules hold/);
  });

  test("ends with 2 and a sentence for wrong arguments", async () => {
    writeFileSync(file("bad.json"), '{"listed":{"external_ids":"x"}}');
    writeFileSync(file("good.json"), '{"client_id":"c","client_secret":"s","audience":"a"}');
    const url = ["--base-url", "http://127.0.0.1:9"];
    const good = ["--credentials", file("good.json")];
    const cases: [string[], RegExp][] = [
      [[], /--base-url/],
      [["--base-url", "example.com"], /example\.com is no base URL/],
      [["--base-url", "http://me:word@127.0.0.1:9", ...good], /names a user or a password/],
      [["--base-url", "http://127.0.0.1:9/v1/", ...good], /leave out the \/v1/],
      [[...url, ...good, "--html", file("none/report.html")], /report\.html: it cannot be written/],
      [url, /BOOKING_CLIENT_SECRET/],
      [[...url, "--credentials", file("missing.json")], /missing\.json: it cannot be read/],
      [[...url, ...good, "--data", file("bad.json")], /bad\.json is no data file: \/listed/],
      [[...url, ...good, "--only", "R999"], /R999/],
      [[...url, ...good], /127\.0\.0\.1:9 does not answer/],
    ];
    for (const [args, sentence] of cases) {
      const { status, stderr } = await run(...args);
      assert.equal(status, 2, args.join(" "));
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /\n\s+at /, "no stack trace");
      assert.doesNotMatch(stderr, /me:word/);
    }
  });
});
