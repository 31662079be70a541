import assert from "node:assert/strict";
import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { askOperator, assertNotReady } from "../harness/operator.ts";
import { execute, query } from "../harness/query.ts";
import { cancelPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

describe("the operator's listener", () => {
  test("is alive but not ready when the database cannot be read", async () => {
    await using service = await startTestService();
    // Everything into the one file, so that spoiling it is noticed.
    query(service.databaseUrl, "pragma wal_checkpoint(truncate)");
    writeFileSync(fileOf(service), "no database any more. ".repeat(5_000));
    await assertNotReady(service, /database does not answer/);
    assert.equal((await askOperator(service, "/livez")).status, 200);
  });

  test("is not ready once the database's file is gone: what is written now would be lost", async () => {
    await using service = await startTestService();
    for (const part of ["", "-wal", "-shm"]) rmSync(fileOf(service) + part);
    await assertNotReady(service, /database/);
  });

  test("is not ready while rows can be read and none written, and is again later", async () => {
    await using service = await startTestService();
    // As on a full disk.
    execute(
      service.databaseUrl,
      "create trigger full before update on directory begin select raise(abort, 'full'); end",
    );
    await assertNotReady(service, /takes no writes/);
    execute(service.databaseUrl, "drop trigger full");
    await until(async () => (await askOperator(service, "/readyz")).status === 200 || null);
  });

  test("is not ready while only larger writes fail, and is again within seconds", async () => {
    await using service = await startTestService();
    // As on a disk with room for a page of the log and no more.
    execute(
      service.databaseUrl,
      "create trigger full before insert on request_record begin select raise(abort, 'full'); end",
    );
    const token = await service.token();
    await service.call({ method: "POST", path: cancelPath, token, body: { booking: unknown } });
    await until(async () => (await askOperator(service, "/readyz")).status === 503 || null);
    await assertNotReady(service, /takes no writes: the last ones of callers failed/);
    execute(service.databaseUrl, "drop trigger full");
    await until(async () => (await askOperator(service, "/readyz")).status === 200 || null);
    // The record that could not be written was kept.
    await until(
      () => query(service.databaseUrl, "select 1 from request_record").length === 1 || null,
    );
  });

  test("is not ready while another file has the database's name, and is again later", async () => {
    await using service = await startTestService();
    const file = fileOf(service);
    renameSync(file, `${file}.aside`);
    copyFileSync(`${file}.aside`, file);
    await until(async () => (await askOperator(service, "/readyz")).status === 503 || null);
    await assertNotReady(service, /database/);
    renameSync(`${file}.aside`, file);
    await until(async () => (await askOperator(service, "/readyz")).status === 200 || null);
  });
});

const unknown = "00000000-0000-4000-8000-000000000000";

function fileOf(service: TestService): string {
  return service.databaseUrl.slice("sqlite:".length);
}
