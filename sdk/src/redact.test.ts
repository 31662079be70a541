import assert from "node:assert/strict";
import { test } from "node:test";
import { redact } from "./redact.ts";

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
