import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { AccountId, AccountName } from "../src/domain/account.ts";
import { RefusedRecordCap } from "../src/usecases/refused-record-cap.ts";
import { RequestRecorder } from "../src/usecases/request-recorder.ts";
import { cancelRecord } from "./harness/cancel-record.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmeWith, booking, cancelPath, otherWith } from "./harness/seed.ts";
import { assertProblem, openDesk } from "./harness/operator-api.ts";
import { query } from "./harness/query.ts";
import { acme, startTestService } from "./harness/service.ts";
import { until } from "./harness/until.ts";

const unlimited = new RefusedRecordCap({
  perDay: 0,
  countRefused: () => assert.fail(),
  noteReached: () => assert.fail(),
});

test("A62 B179 a request is recorded once though the first COMMIT was not answered", async () => {
  await using service = await startTestService([acmeWith([])]);
  const { requestRecords, accounts } = service.store;
  const accountId =
    (await accounts.identify({ tenant: "acme", environment: "production" })) ?? assert.fail();
  const troubles: string[] = [];
  let saves = 0;
  const recorder = new RequestRecorder({
    cap: unlimited,
    save: async (records) => {
      await requestRecords.save(records);
      saves += 1;
      if (saves === 1) throw new Error("No answer came.");
    },
    reportTrouble: (problem) => troubles.push(problem),
  });
  const record = (requestId: string) => recorder.record(cancelRecord(accountId, requestId));
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

test("A62 of a request id that a caller sends with each cancel, each shows its own change", async () => {
  const bookings = Array.from({ length: 3 }, (_, index) => booking(`c-${index}`));
  await using service = await startTestService([acmeWith(bookings)]);
  const token = await service.token();
  const headers = { "x-request-id": "constant" };
  for (const { booking: id } of bookings) {
    const body = { booking: id };
    const order = { method: "POST", path: cancelPath, token, headers, body } as const;
    assert.equal((await service.call(order)).status, 200);
  }
  const { requestRecords } = service.store;
  const traced = await until(async () => {
    const found = await requestRecords.trace("constant");
    return found.length === bookings.length && found;
  });
  const changed = traced.map(({ changes }) => changes.map(({ bookingId }) => bookingId).join());
  assert.deepEqual(new Set(changed), new Set(bookings.map((each) => each.booking)));
});

test("A62 a cancel that was made is traced by its history alone, its repetition by a record", async () => {
  const line = booking("somebody");
  await using service = await startTestService([acmeWith([line])]);
  const token = await service.token();
  const cancel = async (id: string) => {
    const headers = { "x-request-id": id, "idempotency-key": "key" };
    const body = { booking: line.booking };
    const order = { method: "POST", path: cancelPath, token, headers, body } as const;
    assert.equal((await service.call(order)).status, 200);
  };
  await cancel("made");
  const { requestRecords } = service.store;
  const [made, ...others] = await requestRecords.trace("made");
  assert.deepEqual(others, []);
  const { clientId } = await service.credential();
  assert.deepEqual(
    { ...made, accountId: null, at: null, changes: made?.changes.map(({ event }) => event) },
    {
      accountId: null,
      account: acme,
      requestId: "made",
      at: null,
      clientId,
      endpoint: "interactions:cancelInteractionBooking",
      request: { method: "POST", booking: line.booking },
      status: 200,
      refusal: null,
      answer: {},
      durationMs: null,
      changes: ["cancelled"],
    },
  );
  await cancel("repeated");
  const [repeated] = await until(async () => {
    const found = await requestRecords.trace("repeated");
    return found.length === 1 && found;
  });
  assert.deepEqual([repeated?.status, repeated?.changes], [200, []]);
  const records = query(service.databaseUrl, "select request_id from request_record");
  assert.deepEqual(
    records.map(({ request_id: id }) => id),
    ["repeated"],
  );
});

test("A62 while one account's records cannot be saved, those of the others are", async () => {
  const saved: string[] = [];
  const state = { isDown: true };
  const recorder = new RequestRecorder({
    cap: unlimited,
    save: async (records) => {
      if (state.isDown && records.some(({ accountId }) => accountId === 1))
        throw new Error("Down.");
      saved.push(...records.map(({ requestId }) => requestId));
    },
    reportTrouble: () => {},
  });
  const record = (accountId: number, requestId: string) =>
    recorder.record(cancelRecord(accountId as AccountId, requestId));
  record(1, "down");
  record(2, "up");
  await recorder.flush();
  assert.deepEqual(saved, []);
  await recorder.flush();
  assert.deepEqual(saved, ["up"]);
  record(2, "up again");
  await recorder.flush();
  assert.deepEqual(saved, ["up", "up again"]);
  state.isDown = false;
  await recorder.flush();
  assert.deepEqual(saved, ["up", "up again", "down"]);
});

test("A62 while the database is down, a flush tries one portion, and loses no record", async () => {
  const saved: string[] = [];
  const state = { isDown: true, tries: 0, together: 0, mostTogether: 0 };
  const recorder = new RequestRecorder({
    cap: unlimited,
    save: async (records) => {
      state.tries += 1;
      state.mostTogether = Math.max(state.mostTogether, ++state.together);
      await setImmediate();
      state.together -= 1;
      if (state.isDown) throw new Error("Down.");
      saved.push(...records.map(({ requestId }) => requestId));
    },
    reportTrouble: () => {},
  });
  const ids = Array.from({ length: 1200 }, (_, index) => `request-${index}`);
  for (const [index, id] of ids.entries()) {
    recorder.record(cancelRecord(((index % 3) + 1) as AccountId, id));
  }
  await recorder.flush();
  assert.equal(state.tries, 1);
  await recorder.flush();
  assert.equal(state.tries, 1 + 3);
  // The connections of the pool are for callers' changes.
  assert.equal(state.mostTogether, 1);
  state.isDown = false;
  await recorder.flush();
  assert.deepEqual(saved.toSorted(), ids.toSorted());
});

test("refused requests are recorded up to a limit for each account and day", async () => {
  const accounts = [acmeWith([]), otherWith([])] as const;
  await using first = await startTestService(accounts, { TRACE_REFUSED_PER_DAY: "3" });
  const unknown = "7f0c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
  const refuse = async (requestId: string) => {
    const { status } = await first.call({
      method: "POST",
      path: cancelPath,
      token: await first.token(),
      headers: { "x-request-id": requestId },
      body: { booking: unknown },
    });
    assert.equal(status, 500);
  };
  for (const id of ["one", "two", "three", "four", "five"]) await refuse(id);
  const trace = (id: string) => runCommandHere(first.databaseUrl, ["trace", id]);
  await until(async () => (await trace("three")).status === 0);

  const noted = /acme\/production reached TRACE_REFUSED_PER_DAY at 20/;
  await until(async () => noted.test((await trace("four")).err));
  assert.equal((await trace("five")).status, 1);

  // What an operator of another account hears names no account but its own.
  const refusal = async (account: AccountName) => {
    const desk = await openDesk(first, "records", [account]);
    const words = { "booking-words": "command" };
    const answer = await desk.ask("GET", "/requests/four", undefined, words);
    assertProblem(answer, 404, "unknown-request");
    return answer.text;
  };
  assert.match(await refusal(accounts[0].name), noted);
  assert.doesNotMatch(await refusal(accounts[1].name), /acme/);
});

test("the limit counts what is refused while the database counts", async () => {
  const counting = Promise.withResolvers<number>();
  const cap = new RefusedRecordCap({
    perDay: 3,
    countRefused: () => counting.promise,
    noteReached: async () => {},
  });
  const admits = () => cap.admits({ ...cancelRecord(1 as AccountId, "any"), refusal: "not-found" });
  assert.equal(admits(), true);
  const updated = cap.update();
  assert.equal(admits(), true);
  counting.resolve(1);
  await updated;
  assert.equal(admits(), false);
});

test("records are saved while refused requests of another account cannot be counted", async () => {
  const saved: string[] = [];
  const troubles: string[] = [];
  const counted: number[] = [];
  const recorder = new RequestRecorder({
    cap: new RefusedRecordCap({
      perDay: 3,
      countRefused: async (accountId) => {
        if (accountId === 1) throw new Error("The database does not answer");
        counted.push(accountId);
        return 0;
      },
      noteReached: async () => {},
    }),
    save: async (records) => void saved.push(...records.map(({ requestId }) => requestId)),
    reportTrouble: (problem) => troubles.push(problem),
  });
  for (const accountId of [1, 2] as AccountId[]) {
    recorder.record({ ...cancelRecord(accountId, `of-${accountId}`), refusal: "not-found" });
  }
  await recorder.flush();
  assert.deepEqual(
    { saved, troubles, counted },
    { saved: ["of-1", "of-2"], troubles: ["request records not counted"], counted: [2] },
  );
});

test("a record that was saved before the database could be asked is counted once", async () => {
  const refused = { ...cancelRecord(1 as AccountId, "any"), refusal: "not-found" };
  const saved = [{ at: refused.at - 1 }];
  let isDown = true;
  const cap = new RefusedRecordCap({
    perDay: 3,
    countRefused: async (_account, { from, before }) => {
      if (isDown) throw new Error("The database does not answer");
      return saved.filter(({ at }) => at >= from && at < before).length;
    },
    noteReached: async () => {},
  });
  const recorder = new RequestRecorder({
    cap,
    save: async (records) => void saved.push(...records),
    reportTrouble: () => {},
  });
  recorder.record(refused);
  await recorder.flush();
  assert.equal(saved.length, 2);
  isDown = false;
  await recorder.flush();
  assert.equal(cap.admits(refused), true, "the third of the day");
  assert.equal(cap.admits(refused), false);
});

test("accounts that cannot be counted keep no other from being counted", async () => {
  const asked: number[] = [];
  const cap = new RefusedRecordCap({
    perDay: 3,
    countRefused: async (accountId) => {
      asked.push(accountId);
      if (accountId <= 4) throw new Error("The database does not answer");
      return 0;
    },
    noteReached: async () => {},
  });
  for (const accountId of [1, 2, 3, 4, 5] as AccountId[]) {
    cap.admits({ ...cancelRecord(accountId, "any"), refusal: "not-found" });
  }
  for (let update = 0; update < 2; update += 1) await assert.rejects(cap.update(), /answer/);
  assert.deepEqual(asked, [1, 2, 3, 4, 5, 1, 2]);
});

test("the limit begins with what the database has of the day, and anew on the next", async () => {
  const noted: number[] = [];
  const cap = new RefusedRecordCap({
    perDay: 3,
    countRefused: async () => 2,
    noteReached: async (_account, at) => void noted.push(at),
  });
  const noon = Date.UTC(2027, 0, 15, 12);
  const admits = (at: number, refusal: string | null = "not-found") =>
    cap.admits({
      ...cancelRecord(1 as AccountId, "any"),
      at,
      status: refusal === null ? 200 : 400,
      refusal,
    });
  assert.equal(admits(noon), true);
  await cap.update();
  assert.equal(admits(noon + 1), false);
  assert.equal(admits(noon + 1, null), true);
  await cap.update();
  await cap.update();
  assert.deepEqual(noted, [noon + 1]);
  assert.equal(admits(noon + 86_400_000), true);
});
