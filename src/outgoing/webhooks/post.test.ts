import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pauseAfter } from "../../domain/webhooks/delivery.ts";
import { LookUps } from "../look-ups/look-ups.ts";
import { Posts } from "./posts.ts";
import { guardLookup, openPoster, readRetryAfter } from "./post.ts";

const loopback = [{ address: "127.0.0.0", prefix: 8, family: "ipv4" }] as const;
const postsOf = (most: number) => new Posts({ ofPart: most, ofAccount: most, all: 2 * most });
const look = new LookUps().of("test");
const reach = { allowHttp: true, networks: loopback };

describe("a post", () => {
  let server: http.Server;
  let answer: http.RequestListener = () => {};
  let asked = 0;
  let port = 0;
  before(async () => {
    server = http.createServer((request, response) => {
      asked += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = async (host: string, allowed = reach, limitMs = 10_000) => {
    const poster = openPoster(`http://${host}:${port}/`, {
      reach: allowed,
      look,
      posts: postsOf(2),
      limitMs,
    });
    try {
      return await poster.post({}, "{}");
    } finally {
      poster.close();
    }
  };

  test("judges the address that a name leads to, and sends nothing to one that is not public", async () => {
    answer = (_request, response) => response.end("ok");
    const { status } = await post("localhost", {
      ...reach,
      networks: [...loopback, { address: "::1", prefix: 128, family: "ipv6" }] as never,
    });
    assert.equal(status, 200);
    asked = 0;
    const refused = await post("localhost", { ...reach, networks: [] as never });
    assert.deepEqual([refused.status, refused.error], [null, "address_refused"]);
    const literal = await post("127.0.0.1", { ...reach, networks: [] as never });
    assert.deepEqual([literal.status, literal.error], [null, "address-refused"]);
    assert.equal(asked, 0);
  });

  test("sends nothing by a name of this machine, however it is written", async () => {
    asked = 0;
    for (const name of [
      "localhost",
      "LOCALHOST",
      "localhost.",
      "a.localhost",
      "localhost.localdomain",
    ]) {
      const { status, error } = await post(name, { ...reach, networks: [] as never });
      assert.equal(status, null, name);
      assert.match(String(error), /^(address_refused|ENOTFOUND|EAI_AGAIN)$/);
    }
    assert.equal(asked, 0);
  });

  test("connects to none of these addresses that a name leads to", () => {
    const addresses = [
      "0.0.0.0",
      "10.0.0.1",
      "100.64.0.1",
      "127.0.0.1",
      "169.254.169.254",
      "172.16.0.1",
      "192.168.0.1",
      "224.0.0.1",
      "::",
      "::1",
      "::ffff:127.0.0.1",
      "64:ff9b::a9fe:a9fe",
      "fc00::1",
      "fe80::1",
      "ff02::1",
    ];
    for (const address of addresses) {
      const found = [{ address, family: address.includes(":") ? 6 : 4 }];
      const look = (_name: string, _options: unknown, told: (error: null, all: object[]) => void) =>
        told(null, found);
      for (const all of [true, false]) {
        guardLookup({ networks: [] }, look as never)("a.example", { all }, (error) =>
          assert.equal(error?.code, "address_refused", address),
        );
      }
    }
  });

  test("judges anew a name that resolves anew", () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"], ["10.0.0.1", "93.184.216.34"]];
    const look = (_name: string, _options: unknown, told: (error: null, found: object[]) => void) =>
      told(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
      );
    const lookup = guardLookup({ networks: [] }, look as never);
    const found: unknown[] = [];
    for (let times = 0; times < 3; times += 1) {
      lookup("a.example", { all: true }, (error, addresses) =>
        found.push(error?.code ?? addresses),
      );
    }
    const good = [{ address: "93.184.216.34", family: 4 }];
    assert.deepEqual(found, [good, "address_refused", good]);
  });

  test("sends over the connections that earlier posts have opened", async () => {
    const connections = new Set<unknown>();
    answer = (request, response) => {
      connections.add(request.socket);
      response.end("ok");
    };
    const poster = openPoster(`http://127.0.0.1:${port}/`, { reach, look, posts: postsOf(8) });
    try {
      for (let times = 0; times < 3; times += 1) {
        const posts = Array.from({ length: 8 }, () => poster.post({}, "{}"));
        assert.ok((await Promise.all(posts)).every(({ status }) => status === 200));
      }
      assert.equal(connections.size, 8);
    } finally {
      poster.close();
    }
  });

  test("follows no redirect", async () => {
    asked = 0;
    answer = (_request, response) => response.writeHead(307, { location: "/again" }).end();
    assert.equal((await post("127.0.0.1")).status, 307);
    assert.equal(asked, 1);
  });

  test("ends after its time, and reads 64 KiB of an answer at most", async () => {
    answer = () => {};
    assert.equal((await post("127.0.0.1", reach, 50)).error, "timeout");
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    };
    const endless = await post("127.0.0.1");
    assert.equal(endless.status, 200);
    assert.equal(endless.answer?.length, 2048);
    assert.ok(sent < 64 * 1024 * 1024, `${sent}`);
    // One that has said 200 and then sends nothing more was delivered.
    answer = (_request, response) => response.writeHead(200).write("half");
    const half = await post("127.0.0.1", reach, 200);
    assert.deepEqual([half.status, half.answer], [200, "half"]);
  });

  test(
    "ends where the receiver speaks another protocol from now on",
    { timeout: 5_000 },
    async () => {
      answer = ({ socket }) =>
        socket.write("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
      const switched = await post("127.0.0.1", reach, 200);
      assert.deepEqual([switched.status, switched.error], [null, "failed"]);
    },
  );

  test("ends where the receiver has interim answers alone", { timeout: 5_000 }, async () => {
    answer = (_request, response) => {
      for (let sent = 0; sent < 20; sent += 1) response.writeEarlyHints({ link: "</a>" });
      response.end("ok");
    };
    assert.equal((await post("127.0.0.1")).status, 200);
    answer = (_request, response) => {
      const hint = () => {
        if (!response.destroyed)
          response.writeEarlyHints({ link: "</a>" }, () => setImmediate(hint));
      };
      hint();
    };
    const endless = await post("127.0.0.1");
    assert.deepEqual([endless.status, endless.error], [null, "failed"]);
  });

  test("ends where the headers of an answer do not", { timeout: 5_000 }, async () => {
    let sent = 0;
    answer = ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const pour = () => {
        const line = `x-${sent}: ${"x".repeat(1024)}\r\n`;
        sent += line.length;
        if (!socket.destroyed) socket.write(line, () => setImmediate(pour));
      };
      pour();
    };
    const flood = await post("127.0.0.1");
    assert.deepEqual([flood.status, flood.error], [null, "HPE_HEADER_OVERFLOW"]);
    assert.ok(sent < 1024 * 1024, `${sent}`);
  });

  test("unpacks nothing", async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, { "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(8 * 1024 * 1024, "x")));
    const packed = await post("127.0.0.1");
    assert.equal(packed.status, 200);
    assert.ok(!packed.answer?.includes("xx"));
  });

  test("reads Retry-After in seconds and as a date", () => {
    assert.equal(readRetryAfter("120"), 120_000);
    assert.equal(readRetryAfter(new Date(90_000).toUTCString(), 30_000), 60_000);
    assert.equal(readRetryAfter("soon"), null);
    assert.equal(readRetryAfter(""), null);
    assert.equal(readRetryAfter("-5"), 0, "as a time that has passed");
    assert.equal(readRetryAfter(new Date(0).toUTCString()), 0);
    // The longest pause is a day, whatever is asked for.
    assert.equal(pauseAfter(1, readRetryAfter("9".repeat(400))), 86_400_000);
    assert.equal(pauseAfter(1, readRetryAfter("Fri, 31 Dec 9999 23:59:59 GMT")), 86_400_000);
    assert.equal(pauseAfter(1, readRetryAfter("0")), 2_000, "and no pause is shorter than its own");
    assert.equal(readRetryAfter(undefined), null);
  });
});
