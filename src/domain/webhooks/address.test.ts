import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addressJudge, refuseUrl } from "./address.ts";

const closed = { allowHttp: false, networks: [] };

/** Addresses that nobody is to be attacked at, in the spellings that reach them. */
const forbidden = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1/",
  "https://017700000001/",
  "https://0x7f000001/",
  "https://127.0.1/",
  "https://127.0.0.1./",
  "https://%31%32%37.0.0.1/",
  "https://①②⑦.⓪.⓪.①/",
  "https://127。0。0。1/",
  "https://0.0.0.0/",
  "https://0/",
  "https://0.1.2.3/",
  "https://10.1.2.3/",
  "https://100.64.0.1/",
  "https://100.127.255.255/",
  "https://169.254.169.254/latest/meta-data/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.0.0.1/",
  "https://192.168.1.1/",
  "https://198.18.0.1/",
  "https://192.0.2.1/",
  "https://192.88.99.1/",
  "https://198.51.100.1/",
  "https://203.0.113.1/",
  "https://224.0.0.1/",
  "https://239.255.255.250/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://[::]/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a00:1]/",
  "https://[::ffff:169.254.169.254]/",
  "https://[0:0:0:0:0:ffff:c0a8:101]/",
  "https://[::ffff:0:127.0.0.1]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b::169.254.169.254]/",
  "https://[64:ff9b:1::1]/",
  "https://[100::1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001::1]/",
  "https://[2001:20::1]/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
  "https://[5f00::1]/",
  "https://[fc00::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
];

describe("a webhook's address", () => {
  for (const url of forbidden) {
    test(`${url} is refused`, () => assert.notEqual(refuseUrl(url, closed), null));
  }

  test("of the public internet is good, by name and by number", () => {
    for (const host of ["a.example", "93.184.216.34", "172.32.0.1", "[2606:2800:220:1::1]"]) {
      assert.equal(refuseUrl(`https://${host}/hook`, closed), null, host);
    }
  });

  test("that a name leads to is judged as it is", () => {
    const mayReach = addressJudge(closed);
    for (const url of forbidden) {
      const { hostname } = new URL(url);
      const address = hostname.replace(/^\[(.*)\]$|\.$/g, "$1");
      assert.equal(mayReach(address), false, url);
    }
    for (const address of ["fe80::1%eth0", "::1%lo", "::FFFF:127.0.0.1", "0:0:0:0:0:0:0:1", ""]) {
      assert.equal(mayReach(address), false, address);
    }
    assert.ok(mayReach("::ffff:93.184.216.34"));
    assert.ok(mayReach("2606:2800:220:1::1"));
  });

  test("needs https and no credentials", () => {
    assert.notEqual(refuseUrl("http://a.example/", closed), null);
    assert.equal(refuseUrl("http://a.example/", { ...closed, allowHttp: true }), null);
    assert.notEqual(refuseUrl("https://user:password@a.example/", closed), null);
    assert.notEqual(refuseUrl("file:///etc/passwd", { ...closed, allowHttp: true }), null);
  });

  test("inside of a listed network is good, mapped ones too, and no other", () => {
    const mayReach = addressJudge({
      networks: [{ address: "10.0.0.0", prefix: 8, family: "ipv4" }],
    });
    assert.ok(mayReach("10.1.2.3"));
    assert.ok(mayReach("::ffff:10.1.2.3"));
    assert.equal(mayReach("192.168.0.1"), false);
    assert.equal(mayReach("fe80::1%eth0"), false);
    assert.equal(mayReach("no address"), false);
  });
});
