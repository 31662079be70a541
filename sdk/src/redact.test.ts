import assert from "node:assert/strict";
import { test } from "node:test";
import { redact, redactedError } from "./redact.ts";

test("R90 a secret is not seen in any spelling in which it was sent", () => {
  for (const secret of [
    "O'Neill & Söhne + 1/2 = 100%",
    "a b!(c)~*",
    'say "hi" \\ bye',
    "CUST-1001",
  ]) {
    const query = new URLSearchParams({ external_id: secret });
    for (const text of [
      `error sending request for url (https://h/v1/list?${query.toString()})`,
      `no such path: /v1/${encodeURIComponent(secret)}`,
      `could not parse ${JSON.stringify({ client_secret: secret })}`,
      // Without what stood before and behind it.
      `at ${query.toString().slice("external_id=".length)}`,
      `near ${JSON.stringify(secret).slice(1, -1)}`,
      `unknown: ${secret}.`,
    ]) {
      const shown = redact(text, [secret]);
      assert.match(shown, /\[redacted\]/, text);
      for (const part of secret.split(/[^\p{Letter}\d]+/u)) {
        if (part.length > 4) assert.ok(!shown.includes(part), shown);
      }
    }
  }
});

test("what is too short to be a secret is left, and a long text is cut", () => {
  assert.equal(redact("a cat sat", ["cat"]), "a cat sat");
  assert.equal(redact("4711 and 4711", ["4711"]), "[redacted] and [redacted]");
  assert.equal(redact("x".repeat(500), []), "x".repeat(500));
  assert.equal(redact("x".repeat(501), []), `${"x".repeat(500)}…`);
});

test("R90 of a foreign error name, code and message are kept, without secrets, and nothing else", () => {
  const cause = Object.assign(new Error("connect to hunter2 failed"), { code: "ECONNREFUSED" });
  const foreign = Object.assign(new TypeError("no hunter2", { cause }), {
    code: "E-hunter2",
    request: { headers: { authorization: "Bearer hunter2" } },
  });
  const kept = redactedError(foreign, ["hunter2"]);
  assert.ok(kept.cause instanceof Error);
  assert.deepEqual(factsOf(kept), ["TypeError", "no [redacted]", "E-[redacted]"]);
  assert.deepEqual(factsOf(kept.cause), ["Error", "connect to [redacted] failed", "ECONNREFUSED"]);
  for (const each of [kept, kept.cause]) {
    assert.equal(each.stack, undefined);
    assert.ok(!("request" in each));
  }
});

function factsOf({ name, message, code }: Error & { code?: unknown }): unknown[] {
  return [name, message, code];
}

test("whatever is thrown becomes an error", () => {
  const loop = new Error("loop");
  loop.cause = loop;
  for (const [thrown, name, message] of [
    ["a text with hunter2", "Error", "a text with [redacted]"],
    [null, "Error", ""],
    [undefined, "Error", ""],
    [{ name: 7, message: 8, code: 9, cause: "hunter2" }, "Error", ""],
    [loop, "Error", "loop"],
  ] as const) {
    const kept = redactedError(thrown, ["hunter2"]);
    assert.deepEqual([kept.name, kept.message, kept.cause], [name, message, undefined]);
    assert.ok(!("code" in kept));
  }
});

test("causes that lead back to an error end", () => {
  const [one, other] = [new Error("one"), new Error("other")];
  one.cause = other;
  other.cause = one;
  const messages: string[] = [];
  for (let at: unknown = redactedError(one, []); at instanceof Error; at = at.cause) {
    messages.push(at.message);
  }
  assert.deepEqual(messages.slice(0, 3), ["one", "other", "one"]);
  assert.equal(messages.length, 9);
});
