import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import type { WriteStream } from "node:tty";
import { describe, test } from "node:test";
import { correct } from "../broken/broken-server.ts";
import { runRules } from "../engine/run-rules.ts";
import { retryAfterMs } from "../engine/retry-after.ts";
import { Secrets } from "../engine/secrets.ts";
import { Wire } from "../engine/send.ts";
import type { Verdict } from "../engine/verdict.ts";
import { listen } from "../reference/listen.ts";
import { startReferenceServer } from "../reference/server.ts";
import { makeWorld } from "../reference/world.ts";
import { Progress } from "../report/progress.ts";
import { rules } from "../rules.ts";

describe("the kit and a target that is unwell", () => {
  test("an answer that comes byte by byte is given up at the deadline", async () => {
    await using target = await listen((_, response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drops));
    });
    const wire = new Wire(Date.now, 200);
    await assert.rejects(wire.send(target, { method: "GET", path: "/v1/" }), /No answer in 0.2 s/);
    wire.close();
  });

  test("an answer that is cut in the middle is no answer, and is not waited for", async () => {
    await using target = await listen((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    const wire = new Wire(Date.now);
    await assert.rejects(wire.send(target, { method: "GET", path: "/v1/" }));
    wire.close();
  });

  test("a target that goes away in the middle is not called broken in everything", async () => {
    const world = makeWorld();
    const server = await startReferenceServer(world.accounts, correct, Date.now);
    let over = 0;
    const verdicts = await runRules({
      rules,
      target: world.target(server.base_url),
      options: { readOnly: false, interfaceOnly: false, waitMsMax: 0 },
      secrets: new Secrets(),
      now: Date.now,
      wait: async () => {},
      randomUuid: randomUUID,
      onRule: (_, verdict) => {
        if (verdict !== null) over += 1;
        if (over === 10) void server[Symbol.asyncDispose]();
      },
    });
    const failed = verdicts.filter(({ verdict }) => verdict === "fail");
    assert.ok(failed.length <= 4, `${failed.length} rules are red`);
    const gone = verdicts.filter((found) => "reason" in found && found.reason === "target-gone");
    assert.ok(gone.length > 100, `${gone.length} rules were not tried`);
  });

  test("what it sends moves no cursor of the terminal that tells the verdicts", () => {
    const out = new PassThrough();
    const progress = new Progress(out as unknown as WriteStream, 1, false, new Secrets());
    const [rule] = rules;
    assert.ok(rule !== undefined);
    const message = "the answer has further fields: \u001B]0;title\u0007 \u009B2J";
    const found: Verdict = {
      verdict: "fail",
      rule,
      message,
      shownBy: undefined,
      exchanges: [],
      ms: 0,
    };
    progress.onRule(rule, found);
    const told = String(out.read());
    assert.doesNotMatch(told.trimEnd().replace("\n", ""), /\p{Cc}/u);
    assert.match(told, /\\u001b\]0;title\\u0007 \\u009b2J/);
  });

  test("a Retry-After is understood as seconds and as a date", () => {
    const now = Date.UTC(2030, 0, 1);
    assert.equal(retryAfterMs("7", now), 7000);
    assert.equal(retryAfterMs("Tue, 01 Jan 2030 00:00:09 GMT", now), 9000);
    assert.equal(retryAfterMs("Mon, 31 Dec 2029 00:00:00 GMT", now), 0);
    assert.equal(retryAfterMs(undefined, now), 1000);
    assert.equal(retryAfterMs("soon", now), 1000);
  });
});
