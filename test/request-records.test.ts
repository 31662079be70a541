import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestRecorder } from "../src/usecases/request-recorder.ts";
import { acmeWith } from "./harness/seed.ts";
import { startTestService } from "./harness/service.ts";

test("A62 B179 a request is recorded once though the first COMMIT was not answered", async () => {
  await using service = await startTestService([acmeWith([])]);
  const { requestRecords, accounts } = service.store;
  const accountId =
    (await accounts.identify({ tenant: "acme", environment: "production" })) ?? assert.fail();
  const troubles: string[] = [];
  let saves = 0;
  const recorder = new RequestRecorder({
    save: async (records) => {
      await requestRecords.save(records);
      saves += 1;
      if (saves === 1) throw new Error("No answer came.");
    },
    reportTrouble: (problem) => troubles.push(problem),
  });
  const record = (requestId: string) =>
    recorder.record({
      accountId,
      requestId,
      at: Date.now(),
      clientId: "bsc_somebody",
      endpoint: "interactions:cancelInteractionBooking",
      request: {},
      status: 200,
      refusal: null,
      answer: {},
      durationMs: 1,
    });
  // A caller may use a request id again: these are two requests.
  record("again");
  record("again");
  await recorder.flush();
  record("later");
  await recorder.flush();
  assert.deepEqual(troubles, ["request records not saved"]);
  assert.equal((await requestRecords.trace("again")).length, 2);
  assert.equal((await requestRecords.trace("later")).length, 1);
});
