import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { RawConnection, type RawAnswer } from "../harness/raw-socket.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  newBookingId,
  productionHost,
  tokenPath,
} from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";

/**
 * What arrives on the socket need not be what a decent client sends. Whatever it is, the answer has
 * the interface's shape, and two machines can never read one request differently (decision B4).
 */
describe("on the public listener", () => {
  let service: TestService;
  let bearer: string;
  before(async () => {
    service = await startTestService(undefined, { RATE_LIMIT_TOKENS_PER_MINUTE: "0" });
    bearer = `Authorization: Bearer ${await service.token()}`;
  });
  after(() => service[Symbol.asyncDispose]());

  const host = `Host: ${productionHost}`;
  const list = `${fetchPath}?external_id=nobody`;
  const emptyPage = { page_number: 1, page_size: 100 };

  async function send(bytes: string | Buffer): Promise<RawAnswer> {
    using connection = await RawConnection.open(service.api);
    connection.write(bytes);
    const answer = await connection.answer();
    assertShape(answer);
    return answer;
  }

  async function assertListed(bytes: string): Promise<void> {
    const answer = await send(bytes);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, emptyPage);
  }

  /** One answer, then the end: nothing behind a malformed request may be read as another one. */
  async function assertRefusedAndClosed(bytes: string | Buffer, status = 400): Promise<void> {
    using connection = await RawConnection.open(service.api);
    connection.write(bytes);
    const answer = await connection.answer();
    assertShape(answer);
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.json.code, 3);
    assert.deepEqual(answer.headers.get("connection"), ["close"]);
    assert.ok(await connection.endsAtOnce(), "the connection stays open");
    assert.equal(connection.rest, "");
  }

  describe("B4 refuses and closes what HTTP itself forbids:", () => {
    const get = `GET ${list} HTTP/1.1`;
    const scenarios: Record<string, () => string | Buffer> = {
      "two Host headers": () => http(get, [host, "Host: api.other.example", bearer]),
      "the same Host twice": () => http(get, [host, host, bearer]),
      "two hosts in one header": () => http(get, ["Host: a, b", bearer]),
      "no Host in HTTP/1.1": () => http(get, [bearer]),
      "no Host in HTTP/1.0": () => http(`GET ${list} HTTP/1.0`, [bearer]),
      "an empty Host": () => http(get, ["Host:", bearer]),
      "a Host that is none": () => http(get, ["Host: http://api.acme.example", bearer]),
      "a target that names another host": () =>
        http(`GET http://api.other.example${list} HTTP/1.1`, [host, bearer]),
      "a target that names a user": () =>
        http(`GET http://user:pass@${productionHost}${list} HTTP/1.1`, [host, bearer]),
      "a target that names no host": () => http(`GET http://${list} HTTP/1.1`, [host, bearer]),
      "another coding before chunked on GET": () =>
        http(get, [host, bearer, "Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"),
      "HTTP/2.0 in the request line": () => http(`GET ${list} HTTP/2.0`, [host, bearer]),
      "another coding before chunked": () => chunkedToken(["Transfer-Encoding: gzip, chunked"]),
      "identity and then chunked": () =>
        chunkedToken(["Transfer-Encoding: identity", "Transfer-Encoding: chunked"]),
      "chunked twice": () => chunkedToken(["Transfer-Encoding: chunked, chunked"]),
      "Upgrade to websocket": () =>
        http(get, [host, bearer, "Connection: Upgrade", "Upgrade: websocket"]),
      "B197 CONNECT": () => http(`CONNECT ${productionHost}:443 HTTP/1.1`, [host, bearer]),
      "B197 CONNECT with bytes behind it": () =>
        http("CONNECT a:443 HTTP/1.1", [host], "\x16\x03\x01hello"),
      "a path that is not percent-encoded": () => http("GET /v1/%zz HTTP/1.1", [host, bearer]),
      "an endpoint's path that is not percent-encoded": () =>
        http("GET /v1/interactions:fetch%zz HTTP/1.1", [host, bearer]),
      "a path that is not UTF-8": () => http("GET /v1/%ff HTTP/1.1", [host, bearer]),
    };
    for (const [name, bytes] of Object.entries(scenarios)) {
      test(name, () => assertRefusedAndClosed(bytes()));
    }
  });

  describe("R50 R93 B4 answers in the interface's shape what cannot be read at all:", () => {
    const get = `GET ${list} HTTP/1.1`;
    const post = `POST ${tokenPath} HTTP/1.1`;
    const chunked = "Transfer-Encoding: chunked";
    const scenarios: Record<string, string | Buffer> = {
      "a request line that is none": "hello\r\n\r\n",
      "the beginning of TLS": Buffer.from("16030102000100 01fc0303".replace(" ", ""), "hex"),
      "a method that HTTP does not know": http(`BREW ${list} HTTP/1.1`, [host]),
      "a method in lower case": http(`get ${list} HTTP/1.1`, [host]),
      "a version of HTTP that does not exist": http(`GET ${list} HTTP/1.2`, [host]),
      "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "a target that is no path": http(`GET ${productionHost} HTTP/1.1`, [host]),
      "a target with bytes beyond ASCII": http("GET /v1/\u00e9 HTTP/1.1", [host]),
      "NUL in a header": http(`GET ${list} HTTP/1.1`, [host, "X-A: a\0b"]),
      "NUL in the target": http(`GET /v1/\0 HTTP/1.1`, [host]),
      "a folded header": http(`GET ${list} HTTP/1.1`, [host, "X-A: a\r\n b"]),
      "a space before a header's colon": http(`GET ${list} HTTP/1.1`, [`Host : ${productionHost}`]),
      "lines that end in LF alone": `GET ${list} HTTP/1.1\n${host}\n\n`,
      "Content-Length and Transfer-Encoding": http(
        post,
        [host, "Content-Length: 5", chunked],
        "0\r\n\r\n",
      ),
      "Transfer-Encoding and Content-Length": http(
        post,
        [host, chunked, "Content-Length: 5"],
        "0\r\n\r\n",
      ),
      "two Content-Lengths": http(post, [host, "Content-Length: 2", "Content-Length: 3"], "{} "),
      "a negative Content-Length": http(post, [host, "Content-Length: -2"], "{}"),
      "a Content-Length that is no number": http(post, [host, "Content-Length: 2x"], "{}"),
      "a Transfer-Encoding that is not chunked": http(
        post,
        [host, "Transfer-Encoding: identity"],
        "{}",
      ),
      "a chunk without a length": http(post, [host, chunked], "zz\r\n{}\r\n0\r\n\r\n"),
    };
    for (const [name, bytes] of Object.entries(scenarios)) {
      test(name, () => assertRefusedAndClosed(bytes));
    }

    test("names percent-encoding where the request line has other bytes than ASCII", async () => {
      for (const target of [`${list}&x=\u00e9`, "/v1/\u00e9"]) {
        const { json } = await send(http(`GET ${target} HTTP/1.1`, [host]));
        assert.match(json.message, /the request line must be percent-encoded/);
      }
    });

    const long = "a".repeat(20_000);
    for (const [name, bytes] of Object.entries({
      "a header that is too large": http(`GET ${list} HTTP/1.1`, [host, `X-A: ${long}`]),
      "a request line that is too long": http(`GET /v1/${long} HTTP/1.1`, [host]),
      "too many headers": http(`GET ${list} HTTP/1.1`, [host, ...Array(3_000).fill("X: 12")]),
    })) {
      test(`${name} is 431`, () => assertRefusedAndClosed(bytes, 431));
    }

    for (const [name, line, headers, body] of [
      ["a body that ends before its Content-Length", post, [host, "Content-Length: 20"], "{}"],
      ["a chunked body that ends early", post, [host, chunked], "5\r\n{}"],
      ["headers that end early", post, [host, "Content-Length: 2"], null],
      ["a chunked body on GET that ends early", get, [host, chunked], "5\r\n{}"],
      ["a chunk without a length on GET", get, [host, chunked], "zz\r\n{}\r\n0\r\n\r\n"],
    ] as const) {
      test(name, async () => {
        using connection = await RawConnection.open(service.api);
        const all = line === get ? [...headers, bearer] : headers;
        connection.write(body === null ? http(line, all).slice(0, -2) : http(line, all, body));
        connection.finishWriting();
        const answer = await connection.answer();
        assertShape(answer);
        assert.equal(answer.status, 400);
        assert.ok(await connection.endsAtOnce());
      });
    }
  });

  describe("understands what HTTP allows:", () => {
    for (const [name, target, headers] of [
      ["a target that names the same host", `http://${productionHost}${list}`, [host]],
      [
        "the same host in other case and with a port",
        `https://API.Acme.Example:443${list}`,
        [host],
      ],
      ["A58 a Host in other case and with a port", list, ["Host: API.Acme.Example:8080"]],
      ["a Content-Length of 0 on GET", list, [host, "Content-Length: 0"]],
      ["a query that names a host", `${list}&x=http://api.other.example/`, [host]],
      ["A51 %3A for the colon", list.replace(":", "%3A"), [host]],
      ["A51 %3a for the colon", list.replace(":", "%3a"), [host]],
      [
        "an offer of h2c, which it does not take",
        list,
        [host, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"],
      ],
      ["an expectation that means nothing to it", list, [host, "Expect: magic"]],
      ["A48 an X-Request-Id", list, [host, "X-Request-Id: abc"]],
    ] as const) {
      test(name, () => assertListed(http(`GET ${target} HTTP/1.1`, [...headers, bearer])));
    }

    const chunkedBody = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const large = "x".repeat(65_537);
    const length = (body: string) => `Content-Length: ${body.length}`;
    for (const [name, header, body] of [
      ["a body on GET", length("{}"), "{}"],
      ["a body of 64 KiB on GET", length(large.slice(1)), large.slice(1)],
      ["a chunked body on GET", "Transfer-Encoding: chunked", chunkedBody("{}")],
      ["an empty chunked body on GET", "Transfer-Encoding: chunked", "0\r\n\r\n"],
    ] as const) {
      test(`${name}, which it reads and ignores`, async () => {
        using connection = await RawConnection.open(service.api);
        const bytes = http(`GET ${list} HTTP/1.1`, [host, header, bearer], body);
        // The bytes behind the body are a request of their own.
        connection.write(bytes + http(`GET ${list} HTTP/1.1`, [host, bearer]));
        for (let answered = 0; answered < 2; answered += 1) {
          assert.deepEqual((await connection.answer()).json, emptyPage);
        }
        assert.equal(connection.rest, "");
      });
    }

    for (const [name, header, body] of [
      ["announced", length(large), ""],
      ["whole", length(large), large],
      ["chunked", "Transfer-Encoding: chunked", chunkedBody(large)],
    ] as const) {
      test(`a larger body on GET, ${name}: the answer ends the connection`, async () => {
        using connection = await RawConnection.open(service.api);
        connection.write(http(`GET ${list} HTTP/1.1`, [host, header, bearer], body));
        const answer = await connection.answer();
        assert.deepEqual(answer.json, emptyPage);
        assert.deepEqual(answer.headers.get("connection"), ["close"]);
        assert.ok(await connection.endsAtOnce(), "the connection stays open");
        assert.equal(connection.rest, "");
      });
    }

    test("HTTP/1.0, after which it closes", async () => {
      using connection = await RawConnection.open(service.api);
      connection.write(http(`GET ${list} HTTP/1.0`, [host, bearer]));
      assert.equal((await connection.answer()).status, 200);
      assert.ok(await connection.endsAtOnce());
    });

    test("A51 %3A in the paths of the other endpoints", async () => {
      for (const [path, status] of [
        [tokenPath, 400],
        [cancelPath, 500],
      ] as const) {
        const line = `POST ${path.replace(":", "%3A")} HTTP/1.1`;
        const answer = await send(http(line, [host, bearer, "Content-Length: 2"], "{}"));
        assert.equal(answer.status, status, answer.text);
      }
    });

    test("pipelined requests, answered in their order", async () => {
      using connection = await RawConnection.open(service.api);
      const ids = ["first", "second", "third", "fourth"];
      const paths = [list, "/v1/nothing", list, tokenPath];
      connection.write(
        ids
          .map((id, at) => http(`GET ${paths[at]} HTTP/1.1`, [host, bearer, `X-Request-Id: ${id}`]))
          .join(""),
      );
      const answers: (string | number | undefined)[][] = [];
      for (const _ of ids) {
        const answer = await connection.answer();
        assertShape(answer);
        answers.push([answer.status, ...(answer.headers.get("x-request-id") ?? [])]);
      }
      assert.deepEqual(answers, [
        [200, "first"],
        [404, "second"],
        [200, "third"],
        [405, "fourth"],
      ]);
    });

    test("Expect: 100-continue, for a client that asks before it sends the body", async () => {
      using connection = await RawConnection.open(service.api);
      const expecting = [host, "Content-Length: 2", "Expect: 100-continue"];
      connection.write(http(`POST ${tokenPath} HTTP/1.1`, expecting));
      assert.equal((await connection.answer()).status, 100);
      connection.write("{}");
      const answer = await connection.answer();
      assertShape(answer);
      assert.equal(answer.status, 400);
    });
  });

  test("a request that cannot be read, after one that was answered, ends the connection", async () => {
    for (const bytes of [
      "hello\r\n\r\n",
      http(`GET ${list} HTTP/1.1`, [`X: ${"a".repeat(2e4)}`]),
    ]) {
      using connection = await RawConnection.open(service.api);
      connection.write(http(`GET ${list} HTTP/1.1`, [host, bearer]));
      assert.equal((await connection.answer()).status, 200);
      connection.write(bytes);
      assert.ok(await connection.endsAtOnce());
    }
  });

  test("a body longer than its Content-Length ends the connection, with 400 if with any answer", async () => {
    using connection = await RawConnection.open(service.api);
    connection.write(http(`POST ${tokenPath} HTTP/1.1`, [host, "Content-Length: 1"], "{}"));
    assert.ok(await connection.endsAtOnce());
    assert.match(connection.rest, /^(HTTP\/1\.1 400 |$)/);
  });

  test("R48 P4 a cancel is not answered with the fault of the bytes behind it", async () => {
    const line = booking("hurried");
    await using own = await startTestService([acmeWith([line])]);
    const token = await own.token();
    const body = JSON.stringify({ booking: line.booking });
    const headers = [host, `Authorization: Bearer ${token}`, `Content-Length: ${body.length}`];
    using connection = await RawConnection.open(own.api);
    connection.write(`${http(`POST ${cancelPath} HTTP/1.1`, headers, body)}hello\r\n\r\n`);
    assert.ok(await connection.endsAtOnce());

    // No answer is right as well: it leaves open what happened, and a 400 would deny it.
    const listed = await own.call({ path: `${fetchPath}?external_id=hurried`, token });
    const cancelled = listed.json.bookings[0].booking_status === "CANCELLED";
    const denied = connection.rest.startsWith("HTTP/1.1 4");
    assert.ok(!(cancelled && denied), connection.rest);
  });

  describe("the Authorization header", () => {
    for (const [name, headers] of [
      ["twice, both good", () => [bearer, bearer]],
      ["twice, the second one no token", () => [bearer, "Authorization: Basic YTpi"]],
      ["twice, the first one no token", () => ["Authorization: Basic YTpi", bearer]],
    ] as const) {
      test(`R97 B4 ${name}, is a malformed token`, async () => {
        const answer = await send(http(`GET ${list} HTTP/1.1`, [host, ...headers()]));
        assert.equal(answer.status, 401);
        assert.equal(answer.json.code, 16, answer.text);
      });
    }

    test("R94 A21 that holds no bearer token has the other 401", async () => {
      for (const header of ["", "Bearer", "Bearer  ", "Basic YTpi", "Token abc", "Bearerabc"]) {
        const answer = await send(http(`GET ${list} HTTP/1.1`, [host, `Authorization: ${header}`]));
        assert.equal(answer.status, 401);
        assert.deepEqual(Object.keys(answer.json), ["error", "message"], header);
      }
    });
  });

  describe("paths and methods", () => {
    test("R7 R52 R109 A51 only the three paths exist, letter by letter", async () => {
      const near = (path: string) => [
        path.toUpperCase(),
        `${path}/`,
        `/${path}`,
        `${path}x`,
        path.slice(0, -1),
        `${path};x=1`,
        path.slice("/v1".length),
        path.replace("/v1/", "/v2/"),
        path.replace("/v1/", "/v1/../v1/"),
        path.replace("/v1/", "/v1/./"),
        path.replace("/v1/", "/v1//"),
        path.replace("/v1/", "/v1%2F"),
        path.replace(":", "%253A"),
        path.replace(":", "::"),
        path.replace(":", "/"),
        path.replace(":", "X"),
      ];
      const elsewhere = "/ /v1 /v1/ /metrics /livez /readyz /v1/metrics /v1/oauth /favicon.ico";
      for (const path of [
        ...elsewhere.split(" "),
        ...[tokenPath, fetchPath, cancelPath].flatMap(near),
      ]) {
        for (const method of ["GET", "POST"]) {
          const answer = await send(http(`${method} ${path} HTTP/1.1`, [host, bearer]));
          assert.equal(answer.status, 404, `${method} ${path}`);
          assert.equal(answer.json.code, 5);
        }
      }
    });

    const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"];
    for (const [path, allowed] of [
      [tokenPath, "POST"],
      [list, "GET"],
      [cancelPath, "POST"],
    ] as const) {
      for (const method of [...methods, "PROPFIND"].filter((each) => each !== allowed)) {
        test(`R60 R80 A27 A49 ${method} on ${path} is 405 with Allow`, async () => {
          using connection = await RawConnection.open(service.api);
          connection.write(
            http(`${method} ${path} HTTP/1.1`, [
              host,
              bearer,
              "Origin: https://shop.example",
              `Access-Control-Request-Method: ${allowed}`,
            ]),
          );
          const toHead = method === "HEAD";
          const answer = await connection.answer({ toHead });
          assert.equal(answer.status, 405, answer.text);
          assert.deepEqual(answer.headers.get("allow"), [allowed]);
          assertHeaders(answer);
          if (!toHead) assert.equal(answer.json.code, 12);
        });
      }
    }
  });

  describe("A48 the X-Request-Id", () => {
    test("is kept when it is valid, whatever the answer", async () => {
      const id = `shop-42:${"a".repeat(120)}`;
      for (const [request, status] of [
        [http(`GET ${list} HTTP/1.1`, [host, bearer, `X-Request-Id: ${id}`]), 200],
        [http(`GET ${list} HTTP/1.1`, [host, `X-Request-Id: ${id}`]), 401],
        [http(`GET ${fetchPath} HTTP/1.1`, [host, bearer, `X-Request-Id: ${id}`]), 500],
        [http("GET /nothing HTTP/1.1", [host, `X-Request-Id: ${id}`]), 404],
        [http(`GET ${tokenPath} HTTP/1.1`, [host, `X-Request-Id: ${id}`]), 405],
        [http(`GET ${list} HTTP/1.1`, [`X-Request-Id: ${id}`]), 400],
        [http("GET /%zz HTTP/1.1", [host, `X-Request-Id: ${id}`]), 400],
      ] as const) {
        const answer = await send(request);
        assert.equal(answer.status, status);
        assert.deepEqual(answer.headers.get("x-request-id"), [id]);
      }
    });

    test("is replaced when it is not, and no two replacements are the same", async () => {
      const seen = new Set<string>();
      const invalid = ["", "a b", "a,b", "a\tb", 'a"b', "<a>", "\u00e9", "a".repeat(129)];
      const headers = [...invalid.map((id) => [`X-Request-Id: ${id}`]), twice("X-Request-Id: a")];
      for (const given of [[], ...headers]) {
        const answer = await send(http(`GET ${list} HTTP/1.1`, [host, bearer, ...given]));
        const [id = ""] = answer.headers.get("x-request-id") ?? [];
        assert.match(id, /^[\da-f-]{36}$/, JSON.stringify(given).slice(0, 40));
        seen.add(id);
      }
      assert.equal(seen.size, headers.length + 1);
    });
  });

  describe("bodies", () => {
    const json = "Content-Type: application/json";
    const formType = "application/x-www-form-urlencoded";

    async function post(path: string, body: string | Buffer, type: string | null = json) {
      const bytes = Buffer.from(body);
      const head = http(`POST ${path} HTTP/1.1`, [
        host,
        bearer,
        `Content-Length: ${bytes.length}`,
        ...(type === null ? [] : [type]),
      ]);
      return send(Buffer.concat([Buffer.from(head, "latin1"), bytes]));
    }

    test("R95 A34 in another encoding or type are refused by its name", async () => {
      const object = JSON.stringify({ client_id: "a", client_secret: "b", booking: "c" });
      for (const [path, status, name, body, type] of [
        [tokenPath, 400, "compressed with gzip", gzipSync(object), json],
        [cancelPath, 500, "compressed with gzip", gzipSync(object), json],
        [tokenPath, 400, "UTF-16", Buffer.from(object, "utf16le"), json],
        [cancelPath, 500, "UTF-16", Buffer.from(object, "utf16le"), json],
        [tokenPath, 400, "multipart/form-data", "--x--", "Content-Type: multipart/form-data"],
        [cancelPath, 500, "multipart/form-data", "--x--", "Content-Type: multipart/form-data"],
        [cancelPath, 500, formType, "booking=c", `Content-Type: ${formType}`],
      ] as const) {
        const answer = await post(path, body, type);
        assert.equal(answer.status, status, answer.text);
        const sentence =
          path === tokenPath
            ? `client_id and client_secret are required: the body is ${name}, and the service reads a JSON object or a form in UTF-8, uncompressed.`
            : `The body is ${name}: send the value of the booking field of a listed booking, unchanged, as a string in a JSON object, in UTF-8 and uncompressed.`;
        assert.deepEqual(answer.json, { code: 3, message: sentence });
      }
    });

    test("R95 A30 A34 that hold no JSON object are refused, on the token with 400, on cancel with 500", async () => {
      const deep = 30_000;
      const whole = `{"client_id":"a","client_secret":"b","booking":"${newBookingId()}"}`;
      for (const [name, body] of [
        ["nothing", ""],
        ["a space", " "],
        ["half an object", '{"client_id":"a","client_secret":'],
        ["an array", "[]"],
        ["null", "null"],
        ["a number", "1e999"],
        ["a string", '"booking"'],
        ["NUL", "\0"],
        ["two objects", "{}{}"],
        ["a comment", "{}//"],
        ["deep arrays", "[".repeat(deep) + "]".repeat(deep)],
        ["deep objects", '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000)],
        ["deep and broken", '{"booking":'.repeat(5_000)],
        ["not UTF-8", Buffer.from(`${whole.slice(0, -1)},"x":"\u00ff"}`, "latin1")],
        ["UTF-16", Buffer.from('{"booking":"x"}', "utf16le")],
        ["an own __proto__", '{"__proto__":{"booking":"x","client_id":"a","client_secret":"b"}}'],
        ["lone surrogates", String.raw`{"\ud800":"\udfff","booking":"\ud800","client_id":1}`],
      ] as const) {
        const token = await post(tokenPath, body);
        assert.deepEqual([token.status, token.json.code], [400, 3], name);
        const cancel = await post(cancelPath, body);
        assert.deepEqual([cancel.status, cancel.json.code], [500, 3], name);
      }
    });

    test("that no header announces are none", async () => {
      for (const [path, status] of [
        [tokenPath, 400],
        [cancelPath, 500],
      ] as const) {
        const answer = await send(http(`POST ${path} HTTP/1.1`, [host, bearer]));
        assert.deepEqual([answer.status, answer.json.code], [status, 3]);
      }
    });

    test("are read whole, however they arrive, and the next request is read behind them", async () => {
      const body = JSON.stringify({ booking: newBookingId() });
      const chunks = `1\r\n{\r\n${(body.length - 1).toString(16)}\r\n${body.slice(1)}\r\n0\r\n\r\n`;
      const head = (length: string) => http(`POST ${cancelPath} HTTP/1.1`, [host, bearer, length]);
      const plain = head(`Content-Length: ${body.length}`) + body;
      const chunked = head("Transfer-Encoding: chunked") + chunks;
      const list200 = http(`GET ${list} HTTP/1.1`, [host, bearer]);
      for (const bytes of [plain, chunked]) {
        const bodyAt = bytes.indexOf("\r\n\r\n") + 4;
        for (const cut of [bytes.length, bodyAt, bodyAt + 1, bodyAt + 10, bytes.length - 1]) {
          using connection = await RawConnection.open(service.api);
          connection.write(bytes.slice(0, cut));
          await sleep(20);
          connection.write(bytes.slice(cut) + list200 + bytes + list200);
          for (const expected of [500, 200, 500, 200]) {
            const answer = await connection.answer();
            assert.equal(answer.status, expected, answer.text);
            if (expected === 500) assert.equal(answer.json.code, 5, answer.text);
          }
        }
      }
    });

    test("with a key twice count by its last value", async () => {
      const unknown = newBookingId();
      const last = await post(cancelPath, `{"booking":"x","booking":"${unknown}"}`);
      assert.deepEqual([last.status, last.json.code], [500, 5]);
      const first = await post(cancelPath, `{"booking":"${unknown}","booking":"x"}`);
      assert.deepEqual([first.status, first.json.code], [500, 3]);
    });

    for (const [name, length] of [
      ["with a Content-Length", "Content-Length: 70000"],
      ["without one", "Transfer-Encoding: chunked"],
    ] as const) {
      test(`too large, ${name}, are 413`, async () => {
        for (const path of [tokenPath, cancelPath]) {
          const payload = " ".repeat(70_000);
          const body = length.startsWith("T") ? `11170\r\n${payload}\r\n0\r\n\r\n` : payload;
          const head = [host, bearer, json, length];
          await assertRefusedAndClosed(http(`POST ${path} HTTP/1.1`, head, body), 413);
        }
      });
    }

    test("announced as too large are 413 before they are sent", async () => {
      const head = [host, json, "Content-Length: 70000"];
      await assertRefusedAndClosed(http(`POST ${tokenPath} HTTP/1.1`, head), 413);
    });

    const types = [
      "",
      "garbage",
      ";;;",
      "a/b;q=",
      "\u00ff",
      "*/*",
      "text/plain",
      "text/html; charset=utf-8",
      "application/xml",
      "application/json; charset=latin1",
      "application/json, text/plain",
      "application/x-www-form-urlencodedx",
      "application/octet-stream",
      "multipart/form-data; boundary=x",
    ];

    test("R110 A61 are JSON whatever the Content-Type says", async () => {
      const { clientId, clientSecret, audience } = await service.credential();
      const credentials = JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        audience,
        grant_type: "client_credentials",
      });
      const unknown = JSON.stringify({ booking: newBookingId() });
      for (const type of [null, ...types.map((name) => `Content-Type: ${name}`)]) {
        const token = await post(tokenPath, credentials, type);
        assert.equal(token.status, 200, `${type}: ${token.text}`);
        const cancel = await post(cancelPath, unknown, type);
        assert.deepEqual([cancel.status, cancel.json.code], [500, 5], `${type}: ${cancel.text}`);
      }
    });

    test("A61 of a cancel are JSON even when called a form", async () => {
      const form = "Content-Type: application/x-www-form-urlencoded";
      const cancel = await post(cancelPath, JSON.stringify({ booking: newBookingId() }), form);
      assert.deepEqual([cancel.status, cancel.json.code], [500, 5]);
    });

    test("A29 A61 of a token request are read as a form when called one", async () => {
      const { clientId, clientSecret, audience } = await service.credential();
      const form = String(
        new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          audience,
          grant_type: "client_credentials",
        }),
      );
      for (const type of [
        "application/x-www-form-urlencoded",
        "APPLICATION/x-www-form-urlencoded;a",
      ]) {
        assert.equal((await post(tokenPath, form, `Content-Type: ${type}`)).status, 200, type);
      }
      assert.equal((await post(tokenPath, form)).status, 400);
    });
  });
});

/** A request as it goes over the wire; a header may hold anything. */
function http(line: string, headers: readonly string[], body = ""): string {
  return `${[line, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

/** A token request without a body, in these transfer codings. */
function chunkedToken(codings: readonly string[]): string {
  return http(`POST ${tokenPath} HTTP/1.1`, [`Host: ${productionHost}`, ...codings], "0\r\n\r\n");
}

function twice(header: string): string[] {
  return [header, header];
}

/** R50 R90 R93 R94: JSON of the interface's shape, with a request id. */
function assertShape(answer: RawAnswer): void {
  assertHeaders(answer);
  assert.equal(typeof answer.json, "object", `not JSON: ${answer.text}`);
  if (answer.status === 200) return;
  const { message, ...rest } = answer.json;
  assert.ok(typeof message === "string" && message !== "", answer.text);
  const withoutToken = answer.status === 401 && "error" in rest;
  assert.deepEqual(Object.keys(rest), [withoutToken ? "error" : "code"]);
  assert.ok(withoutToken ? typeof rest.error === "string" : Number.isInteger(rest.code));
}

/** R1 A49: nothing invites a browser. */
function assertHeaders({ headers }: RawAnswer): void {
  assert.equal(headers.get("x-request-id")?.length, 1, "one X-Request-Id");
  assert.deepEqual(headers.get("content-type"), ["application/json; charset=utf-8"]);
  for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control-/);
}
