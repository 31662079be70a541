import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

const example = new URL("webhook-receiver.js", import.meta.url).pathname;
const key = Buffer.alloc(32, 1);
const env = { WEBHOOK_SECRET: `whsec_${key.toString("base64")}`, PORT: "0" };

/** Starts the receiver, and returns how to post to it and how to kill it. */
async function start(file) {
  const child = spawn(process.execPath, [example, file], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const post = async (id, event, { at = Date.now() / 1000, signed, method = "POST" } = {}) => {
    const [body, timestamp] = [JSON.stringify(event), String(Math.floor(at))];
    const digest = createHmac("sha256", key).update(`${id}.${timestamp}.${signed ?? body}`);
    const { status } = await fetch(`http://127.0.0.1:${line.split(" ")[1]}`, {
      method,
      ...(method === "POST" && { body }),
      headers: {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,AAAA v1,${digest.digest("base64")}`,
      },
    });
    return status;
  };
  return { post, kill: () => (child.kill("SIGKILL"), once(child, "exit")) };
}

test("a receiver keeps each signed event once, also after it was killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "webhook-receiver-"));
  const file = join(folder, "events.ndjson");
  const event = { type: "booking.cancelled", timestamp: "2030-01-01T00:00:00Z", data: { a: 1 } };
  const kept = async () =>
    (await readFile(file, "utf8"))
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  try {
    const first = await start(file);
    assert.deepEqual([await first.post("a", event), await first.post("a", event)], [204, 204]);
    assert.equal(await first.post("b", event, { signed: "{}" }), 400);
    assert.equal(await first.post("b", event, { at: Date.now() / 1000 - 301 }), 400);
    assert.equal(await first.post("b", { ...event, data: "x".repeat(1024 * 1024) }), 413);
    assert.equal(await first.post("b", event, { method: "GET" }), 405);
    await first.kill();
    // As it was killed in the middle of a line.
    await appendFile(file, '{"id":"b","data":{}');
    const second = await start(file);
    assert.deepEqual([await second.post("a", event), await second.post("b", event)], [204, 204]);
    await second.kill();
    assert.deepEqual(await kept(), [
      { id: "a", ...event },
      { id: "b", ...event },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a receiver without a secret says what to set", () => {
  const { status, stderr } = spawnSync(process.execPath, [example], { env: {}, encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /^Set WEBHOOK_SECRET /);
});
