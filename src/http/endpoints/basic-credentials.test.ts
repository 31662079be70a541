import assert from "node:assert/strict";
import { test } from "node:test";
import { basicCredentials } from "./oauth-token.ts";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

test("id and secret are read from HTTP Basic (A29)", () => {
  const read = { clientId: "bsc_1", clientSecret: "s:e=cret" };
  assert.deepEqual(basicCredentials(basic("bsc_1:s:e=cret")), read);
  assert.deepEqual(basicCredentials(basic("bsc_1:s%3Ae%3Dcret").replace("Basic", "bAsIc ")), read);
});

test("both are form-encoded inside it (RFC 6749, 2.3.1)", () => {
  const read = { clientId: "a b", clientSecret: "ü%" };
  assert.deepEqual(basicCredentials(basic("a+b:%C3%BC%25")), read);
});

test("a header that cannot be read holds no credentials", () => {
  const headers = [undefined, "", "Basic", "Basic ", "Bearer YTpi", "Basic a:b", "Basic YTpi YTpi"];
  for (const header of [...headers, basic("no colon"), basic("a:%ff"), basic("%:b")]) {
    assert.equal(basicCredentials(header), null, header);
  }
  const broken = Buffer.from([0x61, 0x3a, 0xff]).toString("base64");
  assert.equal(basicCredentials(`Basic ${broken}`), null);
});
