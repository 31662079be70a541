import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fetchPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { elsewhere, from, here, throughProxy } from "./proxied-callers.ts";

const list = `${fetchPath}?external_id=nobody`;

describe("the address that counts", () => {
  const one = { RATE_LIMIT_REQUESTS_PER_MINUTE: "1" };

  /** Whether a second call under the other header would be refused: the two are one address. */
  async function areOne(service: TestService, first: string, second: string): Promise<boolean> {
    const answer = await service.call({ path: list, headers: from(first) });
    assert.equal(answer.status, 401, `${first} has called before`);
    return (await service.call({ path: list, headers: from(second) })).status === 429;
  }

  test("A47 P23 cannot be forged where no proxy is listed", async () => {
    await using service = await startTestService(undefined, one);
    for (const [at, header] of [
      { "x-forwarded-for": here },
      { "x-forwarded-for": elsewhere },
      { "x-forwarded-for": "127.0.0.1, 10.0.0.1" },
      { "x-real-ip": here },
      { forwarded: `for=${here}` },
      { "cf-connecting-ip": here },
      {},
    ].entries()) {
      const answer = await service.call({ path: list, headers: header });
      assert.equal(answer.status, at === 0 ? 401 : 429, JSON.stringify(header));
    }
  });

  test("A47 P23 is the last that no listed proxy has, whatever a caller writes before it", async () => {
    await using service = await startTestService(undefined, { ...throughProxy, ...one });
    for (const [at, header] of [
      here,
      `${elsewhere}, ${here}`,
      `10.0.0.1, 127.0.0.1, ${here}`,
      `garbage, ,, ${here}`,
      `${elsewhere}, ${here}, 10.1.2.3`,
      `${elsewhere},${here},fd00::1,10.255.0.1`,
      `::ffff:${here}`,
      `${here},::ffff:10.0.0.9`,
    ].entries()) {
      const answer = await service.call({ path: list, headers: from(header) });
      assert.equal(answer.status, at === 0 ? 401 : 429, header);
    }
    assert.equal((await service.call({ path: list, headers: from(elsewhere) })).status, 401);
  });

  test("A47 is the proxy's own where the header says nothing that can be read", async () => {
    await using service = await startTestService(undefined, { ...throughProxy, ...one });
    for (const [at, header] of ["", "unknown", `${here}, _hidden`, "10.0.0.300"].entries()) {
      const answer = await service.call({ path: list, headers: from(header) });
      assert.equal(answer.status, at === 0 ? 401 : 429, header);
    }
  });

  test("A47 is the /64 of an IPv6 client", async () => {
    await using service = await startTestService(undefined, { ...throughProxy, ...one });
    for (const [first, second, same] of [
      ["2001:db8:1:1::1", "2001:db8:1:1:ffff:ffff:ffff:ffff", true],
      ["2001:db8:1:2::1", "2001:DB8:0001:0002:0:0:0:1", true],
      ["2001:db8:1:3::1", "2001:db8:1:4::1", false],
      ["2001:db8::5:0:0:1", "2001:db8::6:0:0:1", true],
      ["2001:db8:0:7:8::", "2001:db8:0:8::", false],
      ["2001:db8:2::1", "2001:db8:2:0:1::", true],
      ["2001:db8:3::1", "2001:db8:3:1::1", false],
    ] as const) {
      assert.equal(await areOne(service, first, second), same, `${first} and ${second}`);
    }
    assert.equal(await areOne(service, "203.0.113.4", "203.0.113.5"), false);
  });
});

test("a listed proxy gives up an idle connection before the service does, on both listeners", async () => {
  const keptFor = async (environment: Record<string, string>) => {
    await using service = await startTestService(undefined, environment);
    const answer = await service.call({ path: list, headers: { connection: "keep-alive" } });
    const operator = await fetch(`${service.operator}/livez`);
    return [answer.headers["keep-alive"], operator.headers.get("keep-alive")];
  };
  assert.deepEqual(await keptFor({}), ["timeout=10", "timeout=10"]);
  assert.deepEqual(await keptFor(throughProxy), ["timeout=130", "timeout=130"]);
});
