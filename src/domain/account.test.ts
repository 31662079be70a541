import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  endpoints,
  environments,
  formatAccountName,
  isLoopbackHost,
  parseAccountName,
  parseHost,
} from "./account.ts";

describe("an account's name", () => {
  test("is a tenant and one of three environments (R5, A58)", () => {
    assert.deepEqual(environments, ["development", "uat", "production"]);
    for (const environment of environments) {
      for (const tenant of [
        "acme",
        "Acme",
        "a",
        "7-eleven",
        "acme.fr",
        "acme_fr",
        "x".repeat(63),
      ]) {
        const name = parseAccountName(`${tenant}/${environment}`);
        assert.deepEqual(name, { tenant, environment });
        assert.equal(formatAccountName({ tenant, environment }), `${tenant}/${environment}`);
      }
    }
  });

  test("that is anything else is none", () => {
    for (const text of [
      "",
      "/",
      "acme",
      "acme/",
      "/production",
      "acme/prod",
      "acme/Production",
      "acme/PRODUCTION",
      "acme/production/",
      "acme/production\n",
      "acme/ production",
      "acme/production ",
      " acme/production",
      "acme//production",
      "acme/fr/production",
      "acme:production",
      "acme fr/production",
      "acmé/production",
      "-acme/production",
      ".acme/production",
      "../production",
      "_acme/production",
      "acme\0/production",
      `${"x".repeat(64)}/production`,
      "acme/__proto__",
      "acme/constructor",
      "acme/0",
      "acme/undefined",
    ]) {
      assert.equal(parseAccountName(text), null, JSON.stringify(text));
    }
  });
});

test("the endpoints that can be switched are the two for bookings (R4, R91)", () => {
  assert.deepEqual(endpoints, [
    "interactions:fetchContactBookings",
    "interactions:cancelInteractionBooking",
  ]);
});

describe("parseHost", () => {
  test("reads names and addresses without case and without the port (A58)", () => {
    for (const [text, host] of [
      ["api.acme.example", "api.acme.example"],
      ["API.Acme.Example", "api.acme.example"],
      ["api.acme.example:8080", "api.acme.example"],
      ["API.ACME.EXAMPLE:443", "api.acme.example"],
      ["localhost", "localhost"],
      ["localhost:0", "localhost"],
      ["localhost:65535", "localhost"],
      ["a", "a"],
      ["xn--bcher-kva.example", "xn--bcher-kva.example"],
      ["api_1.acme.example", "api_1.acme.example"],
      ["127.0.0.1", "127.0.0.1"],
      ["127.0.0.1:8080", "127.0.0.1"],
      ["192.168.10.20", "192.168.10.20"],
      ["[::1]", "[::1]"],
      ["[::1]:8080", "[::1]"],
      ["[2001:DB8::A]:443", "[2001:db8::a]"],
      ["[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"],
      ["x".repeat(253), "x".repeat(253)],
    ] as const) {
      assert.equal(parseHost(text), host, text);
    }
  });

  test("refuses what names no host, or more than one", () => {
    for (const text of [
      "",
      " ",
      "a, b",
      "a,b",
      "a b",
      " api.acme.example",
      "api.acme.example ",
      "api.acme.example\n",
      "api.acme.example\0",
      "api.acme.example:http",
      "api.acme.example:-1",
      "api.acme.example:808080",
      "api.acme.example:80:80",
      "api.acme.example: 80",
      ":8080",
      "https://api.acme.example",
      "api.acme.example/",
      "api.acme.example/v1",
      "//api.acme.example",
      "user@api.acme.example",
      "user:secret@api.acme.example",
      "api.acme.example?x",
      "api.acme.example#x",
      "api.acme.example%00",
      "api.acme.example%2eevil",
      "*.acme.example",
      "-api.acme.example",
      "api.acme.example-",
      ".acme.example",
      "bücher.example",
      "::1",
      "2001:db8::a",
      "[::1",
      "::1]",
      "[]",
      "[::1]8080",
      "[api.acme.example]",
      "[127.0.0.1]x",
      "[fe80::1%eth0]",
      "x".repeat(254),
      "<script>",
      "'",
      '"api.acme.example"',
      "\\api.acme.example",
    ]) {
      assert.equal(parseHost(text), null, JSON.stringify(text));
    }
  });

  test("reading a host again changes nothing, and no host holds anything odd", () => {
    const almost = fc.stringMatching(/^[A-Za-z0-9.:_[\]-]{1,20}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), almost), (text) => {
        const host = parseHost(text);
        if (host === null) return;
        assert.equal(parseHost(host), host);
        assert.equal(parseHost(`${host}:8080`), host);
        assert.match(host, /^[a-z0-9._:[\]-]+$/);
      }),
      { numRuns: 1_000 },
    );
  });
});

test("a loopback host is one by which a machine reaches itself, and no other (A58)", () => {
  for (const host of ["localhost", "acme.localhost", "a.b.localhost", "127.0.0.1", "127.1.2.3"]) {
    assert.ok(isLoopbackHost(host), host);
  }
  assert.ok(isLoopbackHost("[::1]"));
  for (const host of [
    "",
    "localhost.example",
    "localhost.evil.example",
    "mylocalhost",
    "my-localhost",
    "api.acme.example",
    "127.0.0.1.example",
    "127.0.0.1.nip.io",
    "127.0.0",
    "127.0.0.0.1",
    "1127.0.0.1",
    "128.0.0.1",
    "10.127.0.1",
    "0.0.0.0",
    "192.168.0.1",
    "[::]",
    "[::2]",
    "[2001:db8::1]",
    "::1",
  ]) {
    assert.ok(!isLoopbackHost(host), host);
  }
});
