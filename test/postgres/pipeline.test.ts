import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AccountId } from "../../src/domain/account.ts";
import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { startFaultProxy, type FaultProxy } from "../harness/fault-proxy.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";

/** Callers' reads share a connection: what happens to it must be forgotten with it. */
describe("P4 P20 a connection that carries many reads", () => {
  let direct: TestService;
  let proxy: FaultProxy;
  let store: Store;
  let accountId: AccountId;

  before(async () => {
    direct = await startTestService([acmeWith([booking("piped")])]);
    accountId = (await direct.store.accounts.find(acme))?.id ?? assert.fail();
    proxy = await startFaultProxy(direct.databaseUrl);
    store = openStore(proxy.url, { patience: "request" });
  });

  after(async () => {
    await store.close();
    await proxy[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });

  const list = async (externalId: string): Promise<number> => {
    const question = { externalId, limit: 100, offset: 0 };
    return (await store.account(accountId).findContactBookings(question)).totalCount;
  };

  test("that is ended in the same breath in which it is ready is not used for ever", async () => {
    let ended = 0;
    proxy.meet((portion) => {
      if (portion.from === "service" || ended > 0 || !portion.text.includes("set_config\0")) {
        return "pass";
      }
      ended += 1;
      return { insteadOf: Buffer.concat([Buffer.from(portion.text, "latin1"), shutdown()]) };
    });
    await assert.rejects(list("piped"), DatabaseUnavailable);
    assert.equal(ended, 1);
    assert.equal(await list("piped"), 1);
  });
});

/** What PostgreSQL says as it is shut down. */
function shutdown(): Buffer {
  const body = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
