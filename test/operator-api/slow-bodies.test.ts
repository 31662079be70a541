import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import { call } from "../harness/call.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { startTestService, type TestService } from "../harness/service.ts";

describe("a body that does not arrive", () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service[Symbol.asyncDispose]());

  /** A request that announces a body and sends its beginning. */
  const begun = (method: string, path: string, ...headers: string[]) =>
    [
      `${method} ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Type: application/json",
      "Content-Length: 100",
      ...headers,
      "",
      '{"key":"',
    ].join("\r\n");

  for (const [name, request, status] of [
    ["without a key", begun("POST", "/operator/v1/accounts"), 401],
    ["to a path that is none", begun("POST", "/operator/v1/nowhere"), 404],
    ["to a health probe", begun("GET", "/livez"), 200],
    ["to a page of the console", begun("GET", "/sign-in"), 200],
  ] as const) {
    test(`${name} ends its connection with the answer`, async () => {
      using connection = await RawConnection.open(service.operator);
      connection.write(request);
      const answer = await connection.answer();
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(answer.headers.get("connection"), ["close"]);
      assert.ok(await connection.endsAtOnce(), "the connection stays open");
    });
  }

  test("is 408 at sign-in after ten seconds, and the connection ends", async () => {
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      using connection = await RawConnection.open(service.operator);
      connection.write(begun("POST", "/operator/v1/session"));
      const answered = connection.answer();
      const waiting = setImmediateLoop(() => mock.timers.tick(10_000));
      const answer = await answered;
      waiting.stop();
      assert.equal(answer.status, 408, answer.text);
      assert.equal(answer.json.type, "urn:booking-service:problem:request-too-slow");
      assert.deepEqual(answer.headers.get("connection"), ["close"]);
      assert.ok(await connection.endsAtOnce(), "the connection stays open");
    } finally {
      mock.timers.reset();
    }
  });
});

describe("a body that is refused before it was read", () => {
  const signIn = (...lines: string[]) =>
    ["POST /operator/v1/session HTTP/1.1", "Host: localhost", ...lines].join("\r\n");
  const json = "Content-Type: application/json";
  const tooLong = `{"key":"${"k".repeat(8_000)}"}`;
  const chunk = `${tooLong.length.toString(16)}\r\n${tooLong}\r\n`;

  for (const [name, request] of [
    ["by its length", signIn(json, "Content-Length: 5000", "", '{"key":"')],
    ["in chunks", signIn(json, "Transfer-Encoding: chunked", "", chunk)],
  ] as const) {
    test(`${name} leaves the listener alive when its time is over`, async () => {
      await using service = await startTestService();
      mock.timers.enable({ apis: ["setInterval"] });
      try {
        using connection = await RawConnection.open(service.operator);
        connection.write(request);
        const { status } = await connection.answer();
        assert.equal(status, 413);
        mock.timers.tick(10_000);
        await new Promise((resolve) => setImmediate(resolve));
        const answer = await fetch(`${service.operator}/livez`);
        assert.equal(answer.status, 200);
      } finally {
        mock.timers.reset();
      }
    });
  }
});

/** Moves the clock until the answer is there, since the request arrives at a time of its own. */
function setImmediateLoop(work: () => void) {
  let isOver = false;
  const turn = () => {
    if (isOver) return;
    work();
    setTimeout(turn, 20);
  };
  turn();
  return {
    stop: () => {
      isOver = true;
    },
  };
}

describe("every answer of the operator's listener", () => {
  test("has nosniff, also to a path that cannot be read, and says what it must be", async () => {
    await using service = await startTestService();
    const encoded = "the path must be UTF-8, percent-encoded.";
    for (const [path, status, detail] of [
      ["/operator/v1/accounts/%ff", 400, encoded],
      ["/%ff", 400, encoded],
      ["/operator/v1/%E0%A4%A", 400, encoded],
      [
        `/operator/v1/accounts/${"a".repeat(4097)}/uat`,
        400,
        "the path must have at most 4096 characters between slashes.",
      ],
      ["/livez", 200],
      ["/metrics", 200],
      ["/v1/nowhere", 404],
      ["/operator/v1/nowhere", 404],
    ] as const) {
      using connection = await RawConnection.open(service.operator);
      connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const answer = await connection.answer();
      assert.equal(answer.status, status, path);
      assert.deepEqual(answer.headers.get("x-content-type-options"), ["nosniff"], path);
      if (status === 400) {
        assert.match(answer.headers.get("content-type")?.[0] ?? "", /^application\/problem\+json/);
        assert.equal(answer.json.type, "urn:booking-service:problem:malformed");
        assert.equal(answer.json.detail, detail);
      }
    }
  });

  test("has nosniff and an id, also where the request could not be read", async () => {
    await using service = await startTestService();
    const head = "POST /operator/v1/session HTTP/1.1\r\nHost: localhost\r\n";
    for (const [bytes, status] of [
      ["BREW\r\n\r\n", 400],
      [`${head}Content-Length: -1\r\n\r\n`, 400],
      [`${head}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`, 400],
      [`${head}X-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      using connection = await RawConnection.open(service.operator);
      connection.write(bytes);
      const answer = await connection.answer();
      assert.equal(answer.status, status, bytes);
      assert.deepEqual(answer.headers.get("x-content-type-options"), ["nosniff"], bytes);
      assert.deepEqual(answer.headers.get("cache-control"), ["no-store"], bytes);
      assert.equal(answer.headers.get("x-request-id")?.length, 1, bytes);
      assert.ok(await connection.endsAtOnce(), "the connection stays open");
    }
  });

  test("refuses and closes what two machines could read differently", async () => {
    await using service = await startTestService();
    const host = "Host: localhost";
    for (const [lines, problem] of [
      [["GET /livez HTTP/1.1", host, "Host: api.acme.example"], /one Host header/],
      [["GET /operator/v1/session HTTP/1.1", host, host], /one Host header/],
      [["GET /livez HTTP/2.0", host], /HTTP\/1\.1 or HTTP\/1\.0/],
      [["GET / HTTP/2.0", host], /HTTP\/1\.1 or HTTP\/1\.0/],
      [["POST /operator/v1/session HTTP/1.1", host, "Transfer-Encoding: gzip, chunked"], /chunked/],
    ] as const) {
      using connection = await RawConnection.open(service.operator);
      connection.write(`${lines.join("\r\n")}\r\n\r\n`);
      const answer = await connection.answer();
      assert.equal(answer.status, 400, lines.join());
      assert.match(answer.json.detail, problem);
      assert.ok(await connection.endsAtOnce(), "the connection stays open");
    }
    const { text } = await call(service.operator, { host: "localhost", path: "/metrics" });
    const counted = text.match(
      /^booking_operator_request_duration_seconds_count{.*status="400"} 1$/gm,
    );
    assert.equal(counted?.length, 2, "requests of the operator API are counted");
  });

  test("serves a probe of HTTP/1.0 that names no host", async () => {
    await using service = await startTestService();
    using connection = await RawConnection.open(service.operator);
    connection.write("GET /livez HTTP/1.0\r\n\r\n");
    assert.equal((await connection.answer()).status, 200);
  });
});
