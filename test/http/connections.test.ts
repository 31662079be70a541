import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { ObservedAnswer } from "../../src/http/call/sent-answer.ts";
import { query } from "../harness/database.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { acmeWith, booking, cancelPath, fetchPath, productionHost } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { tracedStatuses } from "../harness/traced-statuses.ts";
import { until } from "../harness/until.ts";

/** Longer than any body is waited for. */
const slowMs = 60_000;

/**
 * What a caller reads on its connection, and what was made and written down of it, tell one story;
 * nothing behind a connection's last answer is begun (decisions B196 to B199).
 */
describe("on one connection", { concurrency: true }, () => {
  let service: TestService;
  let bearer: string;
  const observed: ObservedAnswer[] = [];
  const bookings = Array.from({ length: 32 }, () => booking("caller"));
  before(async () => {
    service = await startTestService(
      [acmeWith(bookings)],
      {},
      {
        vary: (parts) => ({
          ...parts,
          observe: (answer) => {
            observed.push(answer);
            parts.observe(answer);
          },
        }),
      },
    );
    bearer = `Authorization: Bearer ${await service.token()}`;
  });
  after(() => service[Symbol.asyncDispose]());

  const host = `Host: ${productionHost}`;
  const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk";

  function get(id: string, ...headers: string[]): string {
    const lines = [`GET ${fetchPath}?external_id=nobody HTTP/1.1`, host, bearer];
    return `${[...lines, `X-Request-Id: ${id}`, ...headers].join("\r\n")}\r\n\r\n`;
  }

  /** A cancel of a booking that no other test cancels. */
  function cancel(id: string, ...headers: string[]) {
    const line = bookings.pop();
    assert.ok(line !== undefined);
    const body = JSON.stringify({ booking: line.booking });
    const head = [`POST ${cancelPath} HTTP/1.1`, host, bearer, `X-Request-Id: ${id}`, ...headers];
    return {
      bytes: `${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      status: () =>
        query(
          service.databaseUrl,
          `select booking_status from booking where id = '${line.booking}'`,
        )[0]?.["booking_status"],
    };
  }

  /** Sends all at once; the statuses and ids that come back until the service ends the connection. */
  async function answersTo(bytes: string, then = ""): Promise<string[]> {
    using connection = await RawConnection.open(service.api);
    connection.write(bytes);
    if (then !== "") {
      await sleep(100);
      connection.write(then);
    }
    assert.ok(await connection.endsAtOnce(), "the connection stays open");
    return answersIn(connection.rest);
  }

  /** The observed answers of log and metrics, and the records that `booking trace` reads. */
  async function toldOf(id: string) {
    const traced = () => tracedStatuses(service.databaseUrl, id);
    await until(() => traced().length > 0);
    return {
      observed: observed.filter(({ requestId }) => requestId === id).map(({ status }) => status),
      traced: traced(),
    };
  }

  test("B4 B196 a cancel behind a request that is refused and closes is not made", async () => {
    const behind = cancel("behind-malformed");
    const malformed = get("malformed", "Host: api.other.example");
    assert.deepEqual(await answersTo(malformed + behind.bytes), ["400 malformed close"]);
    await sleep(300);
    assert.equal(behind.status(), "CONFIRMED");
    assert.ok(!observed.some(({ requestId }) => requestId === "behind-malformed"));
  });

  test("B196 a cancel behind more than is read at once is not made behind a last answer", async () => {
    const large = "a".repeat(100_000);
    const ends = [
      `POST ${cancelPath} HTTP/1.1\r\n${host}\r\n${bearer}\r\nContent-Length: 100000\r\n\r\n${large}`,
      get("a-get-with-a-body", "Content-Length: 100000") + large,
    ];
    for (const [number, end] of ends.entries()) {
      const behind = cancel(`behind-large-${number}`);
      using connection = await RawConnection.open(service.api);
      connection.write(end + behind.bytes);
      assert.ok(await connection.endsAtOnce(), "the connection stays open");
      await sleep(300);
      assert.equal(behind.status(), "CONFIRMED");
      assert.ok(!observed.some(({ requestId }) => requestId === `behind-large-${number}`));
    }
  });

  test("B196 cancels sent ahead are answered in order, each after the one before", async () => {
    const [first, second] = [cancel("first"), cancel("second")];
    const last = get("third", "Connection: close");
    const answers = await answersTo(first.bytes + second.bytes + last);
    assert.deepEqual(answers, ["200 first", "200 second", "200 third close"]);
    assert.deepEqual([first.status(), second.status()], ["CANCELLED", "CANCELLED"]);
  });

  test("B196 more requests than may be open are answered as far as that, then it ends", async () => {
    const first = cancel("ahead-0");
    const others = Array.from({ length: 40 }, (_, at) => get(`ahead-${at + 1}`));
    const answers = await answersTo(first.bytes + others.join(""));
    const expected = Array.from({ length: 32 }, (_, at) => `200 ahead-${at}`);
    assert.deepEqual(answers, [...expected.slice(0, -1), "200 ahead-31 close"]);
    assert.equal(first.status(), "CANCELLED");
    assert.equal(observed.filter(({ requestId }) => requestId.startsWith("ahead-")).length, 32);
  });

  test("B196 of hundreds sent ahead as many are answered, and nothing is made unanswered", async () => {
    const first = cancel("hundreds-0");
    const others = Array.from({ length: 400 }, (_, at) => get(`hundreds-${at + 1}`));
    const behind = cancel("hundreds-behind");
    const answers = await answersTo(first.bytes + others.join("") + behind.bytes);
    assert.equal(answers.length, 32);
    assert.equal(answers[0], "200 hundreds-0");
    assert.equal(answers.at(-1), "200 hundreds-31 close");
    assert.deepEqual([first.status(), behind.status()], ["CANCELLED", "CONFIRMED"]);
  });

  test("B231 a half-close without a call ends the connection, in the middle of one it is 400", async () => {
    using idle = await RawConnection.open(service.api);
    idle.finishWriting();
    assert.ok(await idle.endsAtOnce());
    const cut = cancel("half-cut");
    using connection = await RawConnection.open(service.api);
    connection.write(cut.bytes.slice(0, -1));
    connection.finishWriting();
    assert.equal((await connection.answer()).status, 400);
    assert.ok(await connection.endsAtOnce());
    assert.equal(cut.status(), "CONFIRMED");
  });

  test("B196 thirty-two requests sent ahead leave it open", async () => {
    using connection = await RawConnection.open(service.api);
    connection.write(Array.from({ length: 32 }, (_, at) => get(`all-${at}`)).join(""));
    for (let at = 0; at < 32; at += 1) {
      assert.equal((await connection.answer()).headers.get("connection")?.[0], "keep-alive");
    }
    connection.write(get("one-more"));
    assert.equal((await connection.answer()).status, 200);
  });

  test("B199 what stands behind an offer of h2c is not read as a request", async () => {
    const [same, next] = [cancel("behind-offer"), cancel("after-offer")];
    // Node drops the rest of the segment, so the next one may begin in the middle of a request.
    const cut = `POST ${cancelPath} HTTP/1.1\r\n${host}\r\nX-Cut: `;
    const answers = await Promise.all([
      answersTo(get("offer-1", offer) + same.bytes),
      answersTo(get("offer-2", offer) + cut, next.bytes),
    ]);
    assert.deepEqual(answers, [["200 offer-1 close"], ["200 offer-2 close"]]);
    assert.deepEqual([same.status(), next.status()], ["CONFIRMED", "CONFIRMED"]);
  });

  test("B199 a cancel with an offer of h2c is made, however its bytes arrive", async () => {
    for (const missing of [0, 1, 20]) {
      const offered = cancel(`offered-${missing}`, offer);
      const at = offered.bytes.length - missing;
      const answers = await answersTo(offered.bytes.slice(0, at), offered.bytes.slice(at));
      assert.deepEqual(answers, [`200 offered-${missing} close`]);
      assert.equal(offered.status(), "CANCELLED");
    }
  });

  test("B197 CONNECT behind a request ends the connection after its answer", async () => {
    const before = cancel("before-tunnel");
    const tunnel = `CONNECT a:443 HTTP/1.1\r\n${host}\r\n\r\n`;
    assert.deepEqual(await answersTo(before.bytes + tunnel), ["200 before-tunnel close"]);
    assert.equal(before.status(), "CANCELLED");
  });

  test("R90 A62 B198 a body that cannot be read is one answer, told under its own id", async () => {
    const head = [`POST ${cancelPath} HTTP/1.1`, host, bearer, "X-Request-Id: bad-chunk"];
    const bytes = `${head.join("\r\n")}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`;
    assert.deepEqual(await answersTo(bytes), ["400 bad-chunk close"]);
    assert.deepEqual(await toldOf("bad-chunk"), { observed: [400], traced: [400] });
  });

  test("R90 A62 P4 B198 a cancel that was answered 408 is not made when its last bytes arrive", async () => {
    const { bytes, status } = cancel("late");
    using connection = await RawConnection.open(service.api);
    connection.write(bytes.slice(0, -10));
    const answer = await connection.answer();
    assert.deepEqual(
      [answer.status, answer.json.code, answer.headers.get("x-request-id")],
      [408, 3, ["late"]],
    );
    connection.write(bytes.slice(-10));
    assert.ok(await connection.endsAtOnce(), "the connection stays open");
    assert.equal(connection.rest, "");
    assert.deepEqual(await toldOf("late"), { observed: [408], traced: [408] });
    assert.equal(status(), "CONFIRMED");
  });

  test("B198 a body that stops after its request was refused gets no second answer", async () => {
    using connection = await RawConnection.open(service.api);
    connection.write(
      `POST ${cancelPath} HTTP/1.1\r\n${host}\r\nX-Request-Id: early\r\nContent-Length: 9\r\n\r\n{`,
    );
    assert.equal((await connection.answer()).status, 401);
    assert.ok(await connection.endedWithin(slowMs), "the connection stays open");
    assert.equal(connection.rest, "");
  });
});

function answersIn(text: string): string[] {
  const heads = text.split("HTTP/1.1 ").slice(1);
  return heads.map((head) => {
    const id = /^x-request-id: (.*)\r$/im.exec(head)?.[1] ?? "";
    const ends = /^connection: close\r$/im.test(head) ? " close" : "";
    return `${head.slice(0, 3)} ${id}${ends}`;
  });
}
