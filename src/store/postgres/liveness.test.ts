import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Liveness, type Heartbeat } from "./liveness.ts";

const limitMs = 60_000;

/** A task's process has a low priority and is late itself on a busy machine, so that tasks wait longer. */
describe("P20 a task, and not a request, waits", () => {
  for (const [name, heartbeat, requests] of [
    ["for a heartbeat that is late", new Promise<Heartbeat>(() => {}), 2],
    ["for the answer of an idle server", Promise.resolve(new Map([[1, "idle"] as const])), 1],
  ] as const) {
    test(name, async () => {
      const open = (isPatient: boolean) => new Liveness(() => heartbeat, { isPatient });
      const answer = Promise.withResolvers<string>();
      const task = open(true).watch(answer.promise, limitMs, 1);
      for (let request = 0; request < requests; request += 1) {
        await assert.rejects(open(false).watch(answer.promise, limitMs, 1), /does not answer/);
      }
      answer.resolve("the answer");
      assert.equal(await task, "the answer");
    });
  }
});
