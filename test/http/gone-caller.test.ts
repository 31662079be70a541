import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../harness/call.ts";
import { query } from "../harness/database.ts";
import { holdWrites } from "../harness/hold-writes.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { acmeWith, booking, cancelPath, productionHost } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { tracedStatuses } from "../harness/traced-statuses.ts";
import { until } from "../harness/until.ts";

for (const how of ["closed", "reset"] as const) {
  test(`R90 A62 a cancel whose caller has ${how} the connection is made, counted once and can be traced`, async () => {
    const line = booking("gone");
    await using service = await startTestService([acmeWith([line])]);
    const token = await service.token();
    const body = JSON.stringify({ booking: line.booking });
    const held = await holdWrites(service.databaseUrl);
    {
      using connection = await RawConnection.open(service.api);
      connection.write(
        `POST ${cancelPath} HTTP/1.1\r\nHost: ${productionHost}\r\n` +
          `Authorization: Bearer ${token}\r\nX-Request-Id: gone-caller\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      // Its bytes arrive before those of a later connection.
      await call(service.api, { path: "/v1/nothing" });
      if (how === "reset") connection.reset();
    }
    await call(service.api, { path: "/v1/nothing" });
    await sleep(50);
    await held[Symbol.asyncDispose]();
    const traced = () => tracedStatuses(service.databaseUrl, "gone-caller");
    await until(() => traced().length > 0);
    assert.deepEqual(traced(), [200]);
    const [cancelled] = query(
      service.databaseUrl,
      `select booking_status from booking where id = '${line.booking}'`,
    );
    assert.equal(cancelled?.["booking_status"], "CANCELLED");
    const { text } = await call(service.operator, { path: "/metrics" });
    const counted = 'interactions:cancelInteractionBooking",status="200"} 1\n';
    assert.ok(text.includes(`booking_http_requests_total{endpoint="${counted}`), text);
  });
}

test("B196 of two cancels sent ahead the second is not begun when its caller has gone", async () => {
  const lines = [booking("gone"), booking("gone")];
  await using service = await startTestService([acmeWith(lines)]);
  const token = await service.token();
  const held = await holdWrites(service.databaseUrl);
  {
    using connection = await RawConnection.open(service.api);
    for (const { booking: id } of lines) {
      const body = JSON.stringify({ booking: id });
      connection.write(
        `POST ${cancelPath} HTTP/1.1\r\nHost: ${productionHost}\r\n` +
          `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
    await call(service.api, { path: "/v1/nothing" });
  }
  await call(service.api, { path: "/v1/nothing" });
  await sleep(50);
  await held[Symbol.asyncDispose]();
  await sleep(500);
  const statuses = query(
    service.databaseUrl,
    "select booking_status as status from booking order by booking_status",
  );
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ["CANCELLED", "CONFIRMED"],
  );
});

test("B231 a half-close leaves the call at work its answer, and no other is begun", async () => {
  const lines = [booking("half"), booking("half"), booking("half")];
  await using service = await startTestService([acmeWith(lines)]);
  const token = await service.token();
  const held = await holdWrites(service.databaseUrl);
  using connection = await RawConnection.open(service.api);
  for (const { booking: id } of lines) {
    const body = JSON.stringify({ booking: id });
    connection.write(
      `POST ${cancelPath} HTTP/1.1\r\nHost: ${productionHost}\r\nX-Request-Id: ${id}\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
  connection.finishWriting();
  // The bytes and the half-close arrive before those of a later connection.
  await call(service.api, { path: "/v1/nothing" });
  await call(service.api, { path: "/v1/nothing" });
  await held[Symbol.asyncDispose]();
  const answer = await connection.answer();
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.headers.get("x-request-id"), [lines[0]?.booking]);
  assert.deepEqual(answer.headers.get("connection"), ["close"]);
  assert.ok(await connection.endsAtOnce(), "the connection stays open");
  assert.equal(connection.rest, "");
  const statuses = lines.map(
    ({ booking: id }) =>
      query(
        service.databaseUrl,
        `select booking_status as status from booking where id = '${id}'`,
      )[0]?.["status"],
  );
  assert.deepEqual(statuses, ["CANCELLED", "CONFIRMED", "CONFIRMED"]);
});
