import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { startServerProcess, type ServerProcess } from "./harness/process.ts";
import { acmeWith, booking, fetchPath, productionHost as host } from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";
import { until } from "./harness/until.ts";

const troubled = `--import=${new URL("./harness/troubled-thread.js", import.meta.url).href}`;

describe("the operator's listener of the program", () => {
  let prepared: TestService;
  let server: ServerProcess;
  let token: string;
  const folder = temporaryFolder();
  const [hold, end] = [`${folder.path}/hold`, `${folder.path}/end`];
  const list = () => call(server.api, { path: `${fetchPath}?external_id=x`, host, token });
  const live = () => call(server.operator, { path: "/livez" });

  before(async () => {
    prepared = await startTestService([acmeWith([booking("x")])]);
    token = await prepared.token();
    const environment = { NODE_OPTIONS: troubled, HOLD_THREAD: hold, END_THREAD: end };
    server = await startServerProcess(prepared.databaseUrl, environment);
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    await prepared[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test("P17 answers callers while an operator's question takes its time", async () => {
    writeFileSync(hold, "");
    await until(() => readFileSync(hold, "utf8") === "held");
    let isAnswered = false;
    const asked = live().then(({ status }) => {
      isAnswered = true;
      return status;
    });
    for (let request = 0; request < 20; request += 1) assert.equal((await list()).status, 200);
    assert.equal(isAnswered, false);
    rmSync(hold);
    assert.equal(await asked, 200);
  });

  test("is there again after it failed, at the same address, and callers notice nothing", async () => {
    writeFileSync(end, "");
    await until(() => server.lines.some((line) => line.includes("listener died")));
    assert.equal((await list()).status, 200);
    await until(async () => (await live().catch(() => null))?.status === 200);
    await until(async () => {
      const ready = await call(server.operator, { path: "/readyz" });
      return ready.status === 200;
    });
    const { text } = await call(server.operator, { path: "/metrics" });
    assert.match(text, /^booking_http_requests_total\{[^}]*status="200"\} 2\d$/m);
    assert.equal(text.match(/^process_cpu_seconds_total /gm)?.length, 1);
  });
});
