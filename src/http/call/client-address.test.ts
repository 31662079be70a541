import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseRange } from "./address-range.ts";
import { limitKey, TrustedProxies } from "./raw-request.ts";

const caller = "203.0.113.7";
const proxies = new TrustedProxies(["10.0.0.0/8", "192.0.2.10", "fd00::/8"]);

describe("TrustedProxies", () => {
  test("trusts the listed addresses and ranges, and nothing beside them", () => {
    for (const address of [
      "10.0.0.0",
      "10.1.2.3",
      "10.255.255.255",
      "192.0.2.10",
      "::ffff:10.1.2.3",
      "::FFFF:192.0.2.10",
      "fd00::1",
      "FD12:3456::1",
      "fd00::1%eth0",
    ]) {
      assert.ok(proxies.trusts(address), address);
    }
    for (const address of [
      "9.255.255.255",
      "11.0.0.0",
      "192.0.2.9",
      "192.0.2.11",
      "192.0.2.100",
      "::ffff:192.0.2.11",
      "::10.1.2.3",
      "fc00::1",
      "fe80::1",
      "::1",
      "127.0.0.1",
      "",
      "10.1.2",
      "10.1.2.3.4",
      "10.1.2.3:80",
      "[fd00::1]",
      " 10.1.2.3",
      "localhost",
      "unknown",
    ]) {
      assert.ok(!proxies.trusts(address), JSON.stringify(address));
    }
  });

  test("that lists nobody trusts nobody, the machine itself included", () => {
    const none = new TrustedProxies([]);
    for (const address of ["127.0.0.1", "::1", "10.0.0.1", "0.0.0.0", "::", ""]) {
      assert.ok(!none.trusts(address), address);
      assert.equal(none.clientAddress(address, caller), address);
    }
  });

  test("a range that is none trusts nobody", () => {
    const wrong = new TrustedProxies(["10.0.0.0/33", "x", "", "*", "10.0.0.0/8/8"]);
    assert.ok(!wrong.trusts("10.0.0.1"));
  });

  const chains: readonly (readonly [what: string, peer: string, header: string, found: string])[] =
    [
      ["one proxy names the caller", "10.0.0.1", caller, caller],
      ["two proxies name each other and the caller", "10.0.0.1", `${caller}, 10.0.0.2`, caller],
      ["a chain may mix families", "fd00::1", `${caller}, 192.0.2.10, 10.9.9.9`, caller],
      ["the caller may have an IPv6 address", "10.0.0.1", "2001:db8::7", "2001:db8::7"],
      ["spaces and tabs do not count", "10.0.0.1", `  ${caller} ,\t10.0.0.2  `, caller],
      ["nor does their absence", "10.0.0.1", `${caller},10.0.0.2`, caller],
      ["an IPv4 peer on a socket for both families", "::ffff:10.0.0.1", caller, caller],
      ["an IPv4 caller written as IPv6", "10.0.0.1", `::ffff:${caller}`, caller],
      ["or so in capitals", "::FFFF:10.0.0.1", `::FFFF:${caller}`, caller],
      ["or in hexadecimal", "10.0.0.1", "::ffff:cb00:7107", caller],
      ["or in full", "10.0.0.1", "0:0:0:0:0:FFFF:CB00:7107", caller],
      ["or in full with dots", "10.0.0.1", `0000:0000:0000:0000:0000:ffff:${caller}`, caller],
      ["a proxy in hexadecimal", "::ffff:a00:1", `${caller}, ::ffff:a00:2`, caller],
      ["a caller with his port", "10.0.0.1", `${caller}:1234`, caller],
      ["an IPv6 caller with his port", "10.0.0.1", "[2001:db8::7]:65535", "2001:db8::7"],
      ["an IPv6 caller in brackets", "10.0.0.1", "[2001:db8::7]", "2001:db8::7"],
      ["a mapped caller with his port", "10.0.0.1", `[::ffff:${caller}]:80`, caller],
      ["proxies with their ports", "10.0.0.1", `${caller}:1, 10.0.0.2:2, [fd00::1]:3`, caller],
      ["a forged hop before a port", "10.0.0.1", `1.1.1.1:1, ${caller}:2`, caller],
      ["an IPv4 proxy written as IPv6", "10.0.0.1", `${caller}, ::ffff:10.0.0.2`, caller],
      ["a forged hop before the caller", "10.0.0.1", `1.1.1.1, ${caller}`, caller],
      ["many forged hops", "10.0.0.1", `1.1.1.1, 10.0.0.5, 2.2.2.2, ${caller}, 10.0.0.2`, caller],
      ["a forged proxy before the caller", "10.0.0.1", `10.0.0.9, ${caller}`, caller],
      ["garbage before the caller", "10.0.0.1", `<script>, ${caller}`, caller],
      ["a caller who sends the header himself", caller, "1.1.1.1", caller],
      ["a caller who claims to be a proxy", caller, "10.0.0.1", caller],
      ["a neighbour of a listed proxy", "192.0.2.11", "1.1.1.1", "192.0.2.11"],
      ["an IPv6 neighbour of a listed range", "fc00::1", "1.1.1.1", "fc00::1"],
      ["a proxy that calls for itself", "10.0.0.1", "10.0.0.2", "10.0.0.2"],
    ];
  for (const [what, peer, header, found] of chains) {
    test(`${what}: the address is ${found} (A47)`, () => {
      assert.equal(proxies.clientAddress(peer, header), found);
    });
  }

  test("without the header the peer is the caller", () => {
    assert.equal(proxies.clientAddress(caller, undefined), caller);
    assert.equal(proxies.clientAddress("10.0.0.1", undefined), "10.0.0.1");
    assert.equal(proxies.clientAddress("::ffff:10.0.0.1", undefined), "10.0.0.1");
    assert.equal(proxies.clientAddress("fe80::1%eth0", undefined), "fe80::1");
    assert.equal(proxies.clientAddress("", undefined), "");
  });

  test("a hop that is no address ends the chain at the proxy that wrote it", () => {
    for (const hop of [
      "",
      "unknown",
      "_hidden",
      "localhost",
      "203.0.113",
      "203.0.113.7.1",
      "203.0.113.256",
      "203.0.113.7:",
      "203.0.113.7:x",
      "203.0.113.7:123456",
      "203.0.113.7:1:2",
      "203.0.113.256:80",
      "[203.0.113.7]:80",
      "[2001:db8::7",
      "2001:db8::7]:80",
      "[2001:db8::7]80",
      "[[2001:db8::7]]",
      "[]:80",
      "2001:db8::7::1",
      "0xcb007107",
      "203.0.113.7 10.0.0.2",
      '"203.0.113.7"',
      "203.0.113.7;10.0.0.2",
      "\0",
    ]) {
      assert.equal(proxies.clientAddress("10.0.0.1", hop), "10.0.0.1", hop);
      assert.equal(proxies.clientAddress("10.0.0.1", `${caller}, ${hop}`), "10.0.0.1", hop);
      assert.equal(proxies.clientAddress("10.0.0.1", `${caller}, ${hop}, 10.0.0.2`), "10.0.0.2");
    }
    assert.equal(proxies.clientAddress("10.0.0.1", `${caller},`), "10.0.0.1");
    assert.equal(proxies.clientAddress("10.0.0.1", ",,,"), "10.0.0.1");
  });

  test("nothing that a caller writes before his own address counts (R99)", () => {
    const written = fc.array(
      fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom("10.0.0.3", "fd00::3", "")),
    );
    fc.assert(
      fc.property(written, (hops) => {
        const header = [...hops, caller, "10.0.0.2"].join(", ");
        assert.equal(proxies.clientAddress("10.0.0.1", header), caller);
        assert.equal(proxies.clientAddress(caller, header), caller);
      }),
    );
  });
});

describe("limitKey", () => {
  test("counts an IPv4 address by itself (R108)", () => {
    assert.equal(limitKey(caller), caller);
    assert.notEqual(limitKey("203.0.113.7"), limitKey("203.0.113.8"));
  });

  test("counts an IPv6 address by its /64, however it is written (A47)", () => {
    for (const address of [
      "2001:db8:0:1::",
      "2001:db8:0:1::1",
      "2001:db8:0:1:ffff:ffff:ffff:ffff",
      "2001:db8:0:1:0:0:0:1",
      "2001:0db8:0000:0001:0000:0000:0000:0001",
      "2001:DB8:0:1::ABCD",
      "2001:db8:0:1::1.2.3.4",
      "2001:db8:0:1:2:3:1.2.3.4",
    ]) {
      assert.equal(limitKey(address), "2001:db8:0:1", address);
    }
    for (const [address, key] of [
      ["2001:db8::1", "2001:db8:0:0"],
      ["2001:db8::2:0:0:0:1", "2001:db8:0:2"],
      ["2001:db8:0:2::1", "2001:db8:0:2"],
      ["::1", "0:0:0:0"],
      ["::", "0:0:0:0"],
      ["1::", "1:0:0:0"],
      ["::2:3:4:5:6:7:8", "0:2:3:4"],
      ["1:2:3:4:5:6:7::", "1:2:3:4"],
      ["fe80::1", "fe80:0:0:0"],
    ] as const) {
      assert.equal(limitKey(address), key, address);
    }
  });

  test("counts IPv4 callers behind a gateway to IPv6 by their own addresses", () => {
    for (const address of [
      "64:ff9b::203.0.113.7",
      "64:ff9b::cb00:7107",
      "64:FF9B:0:0:0:0:CB00:7107",
    ]) {
      assert.equal(limitKey(address), caller, address);
    }
    assert.equal(limitKey("64:ff9b:1::cb00:7107"), "64:ff9b:1:0");
  });

  test("two IPv6 addresses share a key exactly when their first 64 bits are equal", () => {
    const groups = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, ([a, b, c, d, ...rest], other) => {
        const network = [a, b, c, d];
        const long = [...network, ...rest].map((group) =>
          (group ?? 0).toString(16).padStart(4, "0"),
        );
        const short = [...network, ...other.slice(4)].map((group) => (group ?? 0).toString(16));
        assert.equal(limitKey(long.join(":")), limitKey(short.join(":").toUpperCase()));
        const elsewhere = [...network.slice(0, 3), (d ?? 0) ^ 1, ...rest];
        const key = limitKey(elsewhere.map((group) => (group ?? 0).toString(16)).join(":"));
        assert.notEqual(key, limitKey(long.join(":")));
      }),
    );
  });

  test("leaves what is no address as it is", () => {
    for (const text of ["", "unknown", "2001:db8::7::1"]) assert.equal(limitKey(text), text);
  });
});

describe("parseRange", () => {
  test("reads an address alone or with a prefix length", () => {
    for (const [text, address, prefix, family] of [
      ["10.0.0.1", "10.0.0.1", 32, "ipv4"],
      ["10.0.0.0/8", "10.0.0.0", 8, "ipv4"],
      ["0.0.0.0/0", "0.0.0.0", 0, "ipv4"],
      ["10.0.0.1/32", "10.0.0.1", 32, "ipv4"],
      ["fd00::/8", "fd00::", 8, "ipv6"],
      ["::1", "::1", 128, "ipv6"],
      ["::/0", "::", 0, "ipv6"],
      ["2001:DB8::/128", "2001:DB8::", 128, "ipv6"],
    ] as const) {
      assert.deepEqual(parseRange(text), { address, prefix, family }, text);
      assert.ok(new TrustedProxies([text]).trusts(address), text);
    }
  });

  test("refuses everything else", () => {
    for (const text of [
      "",
      "/",
      "/8",
      "10.0.0.0/",
      "10.0.0.0/33",
      "10.0.0.0/-1",
      "10.0.0.0/+8",
      "10.0.0.0/8.0",
      "10.0.0.0/1e1",
      "10.0.0.0/ 8",
      "10.0.0.0 /8",
      " 10.0.0.0/8",
      "10.0.0.0/8 ",
      "10.0.0.0/8/8",
      "10.0.0.0/255.0.0.0",
      "10.0.0",
      "10.0.0.*",
      "10.0.0.1-10.0.0.9",
      "010.0.0.1",
      "fd00::/129",
      "fd00::/1000",
      "[fd00::]/8",
      "proxy.example",
      "localhost",
      "true",
      "*",
    ]) {
      assert.equal(parseRange(text), null, JSON.stringify(text));
    }
  });
});
