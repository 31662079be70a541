import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./harness/call.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { query } from "./harness/query.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  newBookingId,
  tokenPath,
} from "./harness/seed.ts";
import { startPool, type Pool } from "./harness/server-pool.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { until } from "./harness/until.ts";

const account = "acme/production";
const list = { path: `${fetchPath}?external_id=somebody` };

describe("an operator's change", () => {
  let prepared: TestService;
  let pool: Pool;
  before(async () => {
    prepared = await startTestService([acmeWith([booking("somebody")])]);
    pool = await startPool(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      RATE_LIMIT_TOKENS_PER_MINUTE: "0",
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    });
  });
  after(async () => {
    await pool[Symbol.asyncDispose]();
    await prepared[Symbol.asyncDispose]();
  });

  const run = async (...words: string[]) => {
    const result = await runCommandHere(prepared.databaseUrl, [...words, "--json"]);
    assert.equal(result.status, 0, result.err);
    return result.json;
  };
  const tokenOf = async (issued: any) => {
    const body = {
      client_id: issued.client_id,
      client_secret: issued.client_secret,
      audience: issued.audience,
      grant_type: "client_credentials",
    };
    const answer = await call(pool.api, { method: "POST", path: tokenPath, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.access_token as string;
  };
  /** Every process answers so, a second after the change. */
  const assertEverywhere = async (status: number, request: Parameters<typeof call>[1]) => {
    await sleep(1_000);
    assert.deepEqual(new Set(await pool.askAll(4, request)), new Set([status]));
  };
  const newClient = async () => {
    const issued = await run("credential", "create", account);
    await sleep(1_000);
    const token = await tokenOf(issued);
    // Every process has the token in its memory before it is taken away.
    assert.deepEqual(new Set(await pool.askAll(4, { ...list, token })), new Set([200]));
    return { issued, token };
  };

  test("P13 R4 a revoked client is refused by all processes within a second", async () => {
    const { issued, token } = await newClient();
    await run("credential", "revoke", issued.client_id);
    await assertEverywhere(401, { ...list, token });
  });

  test("P13 A33 a secret rotated at once is dead everywhere, and the new one lives", async () => {
    const { issued, token } = await newClient();
    const renewed = await run("credential", "rotate", issued.client_id, "--now");
    await assertEverywhere(401, { ...list, token });
    const request = { ...list, token: await tokenOf(renewed) };
    assert.deepEqual(new Set(await pool.askAll(4, request)), new Set([200]));
  });

  test("P13 R4 an endpoint that is switched off, and on again, is so everywhere", async () => {
    const { token } = await newClient();
    const cancel = { method: "POST", path: cancelPath, token, body: { booking: newBookingId() } };
    await run("account", "disable", account, "interactions:cancelInteractionBooking");
    await assertEverywhere(403, cancel);
    await run("account", "enable", account, "interactions:cancelInteractionBooking");
    await assertEverywhere(500, cancel);
  });

  test("P13 A58 a host that is added, and removed again, is so everywhere", async () => {
    const { token } = await newClient();
    const request = { ...list, token, host: "new.acme.example" };
    await run("account", "host", "add", account, request.host);
    await assertEverywhere(200, request);
    await run("account", "host", "remove", account, request.host);
    await assertEverywhere(401, request);
  });
});

describe("a process that cannot read the directory's changes", () => {
  test("P13 P20 answers 503 after some seconds instead of trusting its memory, and heals", async () => {
    await using service = await startTestService([acmeWith([booking("somebody")])]);
    const token = await service.token();
    const ask = () => service.call({ ...list, token });
    const statuses = (status: number) =>
      until(async () => {
        const answer = await ask();
        if (answer.status === status) return answer;
        assert.equal(answer.status, status === 200 ? 503 : 200);
        return null;
      });
    assert.equal((await ask()).status, 200);
    // The bookings can still be read: only who may read them is not known any more.
    query(service.databaseUrl, "alter table directory rename to elsewhere");
    const refused = await statuses(503);
    assert.equal(refused.json.code, 14);
    assert.equal(refused.headers["retry-after"], "1");
    const readiness = await call(service.operator, { path: "/readyz" });
    assert.equal(readiness.status, 503);
    query(service.databaseUrl, "alter table elsewhere rename to directory");
    await statuses(200);
    // A write that failed counts against readiness for a second.
    await until(async () => (await call(service.operator, { path: "/readyz" })).status === 200);
  });
});
