import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { AccountStore } from "../../store/account-store.ts";
import { AccountSending } from "./account-sending.ts";
import type { Sending } from "./sending.ts";

test("a beat that the database does not take is reported, and holders that it forgets stop", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const looks = Promise.withResolvers<void>();
  const account = {
    listenForChanges: () => ({ wait: () => looks.promise, [Symbol.dispose]: () => {} }),
    sending: {
      dueWebhooks: async () => [],
      beatAll: () => Promise.reject(new Error("The database does not answer")),
    },
  } as unknown as AccountStore;
  const { promise: reported, resolve: reportFault } = Promise.withResolvers<Error>();
  const { promise: stopped, resolve: stopIfForgotten } = Promise.withResolvers<void>();
  const sending = { webhookId: "w", lease: {}, stopIfForgotten } as unknown as Sending;
  const parts = { account, changesRetentionDays: 1, lookEveryMs: () => 1000, reportFault };
  const all = new AccountSending(parts);
  all.add(sending);
  mock.timers.tick(1000);
  assert.match((await reported).message, /not answer/);
  await stopped;
  all.remove(sending);
  looks.resolve();
  mock.timers.reset();
});
