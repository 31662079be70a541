import assert from "node:assert/strict";
import { test } from "node:test";
import { programRelease } from "../../src/domain/program-version.ts";
import { startService } from "../../src/service/start-service.ts";
import { readSettings } from "../../src/service/settings.ts";
import { call } from "../harness/call.ts";
import { execute } from "../harness/query.ts";
import { acmeWith, booking, cancelPath, fetchPath, productionHost } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

test("B180 a service whose database takes no writes lists but cancels not and is not ready, until it takes them again", async () => {
  const line = booking("read-only");
  await using seeded = await startTestService([acmeWith([line])]);
  const { databaseUrl } = seeded;
  const token = await seeded.token();
  const database = new URL(databaseUrl).pathname.slice(1);
  execute(databaseUrl, `alter database "${database}" set default_transaction_read_only = on`);
  const service = await startService(
    readSettings({
      DATABASE_URL: databaseUrl,
      PORT: "0",
      OPERATOR_PORT: "0",
      LOG_LEVEL: "silent",
    }),
  );
  const readiness = () => call(service.operator, { path: "/readyz" });
  const cancel = () =>
    call(service.api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: line.booking },
    });
  try {
    for (let look = 1; look <= 3; look += 1) {
      const { status, json } = await readiness();
      assert.equal(status, 503);
      assert.deepEqual(json, {
        status: "not ready",
        reason: "The database takes no writes: it is a standby, or was made read-only.",
        ...programRelease,
      });
    }
    const list = await call(service.api, {
      path: `${fetchPath}?external_id=read-only`,
      host: productionHost,
      token,
    });
    assert.equal(list.json.total_count, 1, list.text);
    assert.equal((await cancel()).status, 503);

    execute(
      databaseUrl,
      `set transaction read write; alter database "${database}" reset default_transaction_read_only`,
    );
    await until(async () => (await readiness()).status === 200);
    const cancelled = await until(async () => {
      const answer = await cancel();
      return answer.status !== 503 && answer;
    });
    assert.equal(cancelled.status, 200, cancelled.text);
  } finally {
    await service.close();
  }
});
