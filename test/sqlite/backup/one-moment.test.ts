import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../harness/call.ts";
import { runCommand } from "../../harness/command.ts";
import { runCommandHere } from "../../harness/command-here.ts";
import { breaches } from "../../harness/database.ts";
import { startServerProcess } from "../../harness/process.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  otherHost,
  otherWith,
  productionHost,
  tokenPath,
} from "../../harness/seed.ts";
import { startTestService, type TestService } from "../../harness/service.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { makeInstallation, type Installation } from "./installation.ts";

let installation: Installation;
before(async () => {
  installation = await makeInstallation();
});
after(() => installation[Symbol.dispose]());

const contacts = Array.from({ length: 20 }, (_, index) => `CUST-${index}`);

function bookingsOf(contact: string, count: number): ReturnType<typeof booking>[] {
  return Array.from({ length: count }, (_, index) =>
    booking(contact, { slot_starting_at: `2030-05-${10 + (index % 15)}T08:00:00Z` }),
  );
}

describe("a backup made during cancels", () => {
  test("P27 is the database of one moment: restored, it gives every answer of that moment", async () => {
    using folder = temporaryFolder();
    const lines = contacts.flatMap((contact) => bookingsOf(contact, 150));
    await using service = await startTestService([acmeWith(lines), otherWith(bookingsOf("X", 5))], {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    const tokens = {
      acme: await service.token(productionHost),
      other: await service.token(otherHost),
    };
    const first = await everyAnswer(service.api, tokens);
    const load = startCancels(
      service,
      tokens.acme,
      lines.map((line) => line.booking),
    );
    const made: { file: string; startedAt: number; endedAt: number }[] = [];
    for (const round of [1, 2, 3]) {
      await sleep(100);
      const file = `${folder.path}/${round}.db`;
      const startedAt = performance.now();
      const backup = await runCommand(service.databaseUrl, ["backup", file]);
      assert.equal(backup.status, 0, backup.err);
      made.push({ file, startedAt, endedAt: performance.now() });
    }
    const cancels = await load.stop();
    const last = await everyAnswer(service.api, tokens);

    for (const [index, { file, startedAt, endedAt }] of made.entries()) {
      const url = `sqlite:${folder.path}/elsewhere-${index}/booking.db`;
      const restored = await runCommandHere(url, ["restore", file]);
      assert.equal(restored.status, 0, restored.err);
      assert.deepEqual(breaches(url), []);
      const verified = await runCommandHere(url, ["verify"]);
      assert.equal(verified.status, 0, verified.out);
      await using server = await startServerProcess(url);
      const answers = await everyAnswer(server.api, tokens);

      const has = (id: string) => answers.get(id)?.["booking_status"] === "CANCELLED";
      assertOneMoment(cancels, has, startedAt, endedAt);
      assert.deepEqual([...answers.keys()], [...first.keys()]);
      for (const [id, answer] of answers) {
        assert.deepEqual(answer, (has(id) ? last : first).get(id), id);
      }
      for (const host of [productionHost, otherHost]) {
        assert.equal((await requestToken(service, server.api, host)).status, 200);
      }
    }
  });
});

describe("a backup of a database that never rests", () => {
  test("comes to its end although others commit all the time", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    // Some dozen steps of copying, with a commit between any two of them.
    const database = new DatabaseSync(path);
    database.exec("create table padding (content blob); pragma synchronous = off");
    for (let number = 0; number < 60; number += 1) {
      database.exec("insert into padding values (randomblob(1000000))");
    }
    const writer = setInterval(() => database.exec("update directory set version = version + 1"));
    // Nothing but its end ends the commits.
    const made = await runCommand(url, ["backup", `${folder.path}/x.db`]);
    clearInterval(writer);
    database.close();
    assert.equal(made.status, 0, made.err);
  });
});

interface Cancel {
  readonly id: string;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Six callers cancel one booking after the other until they are stopped. */
function startCancels(service: TestService, token: string, ids: readonly string[]) {
  const waiting = ids.toSorted();
  const cancels: Cancel[] = [];
  const caller = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const askedAt = performance.now();
      const answer = await service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: id },
      });
      assert.equal(answer.status, 200, answer.text);
      cancels.push({ id, askedAt, answeredAt: performance.now() });
      await sleep(5);
    }
  };
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  return {
    stop: async () => {
      waiting.length = 0;
      await callers;
      return cancels;
    },
  };
}

/** Everything answered before the backup is in it, nothing asked after it, and no gap in between. */
function assertOneMoment(
  cancels: readonly Cancel[],
  has: (id: string) => boolean,
  startedAt: number,
  endedAt: number,
): void {
  const during = cancels.filter((one) => one.askedAt > startedAt && one.answeredAt < endedAt);
  assert.ok(during.length > 0, "no cancel came during the backup");
  const contained = cancels.filter(({ id }) => has(id));
  const others = cancels.filter(({ id }) => !has(id));
  assert.ok(others.length > 0 && contained.length > 0);
  const lastAsked = Math.max(...contained.map(({ askedAt }) => askedAt));
  const firstAnswered = Math.min(...others.map(({ answeredAt }) => answeredAt));
  assert.ok(lastAsked <= firstAnswered, "a later cancel is in the backup, an earlier one is not");
  assert.ok(firstAnswered >= startedAt, "a cancel answered before the backup is not in it");
  assert.ok(lastAsked <= endedAt, "a cancel asked after the backup is in it");
}

/** Every booking of every contact, of both accounts, as the interface lists it. */
async function everyAnswer(
  api: string,
  tokens: { readonly acme: string; readonly other: string },
): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const askers = [
    ...contacts.map((contact) => ({ contact, host: productionHost, token: tokens.acme })),
    { contact: "X", host: otherHost, token: tokens.other },
  ];
  for (const { contact, host, token } of askers) {
    const path = `${fetchPath}?external_id=${contact}&page_size=1000`;
    const answer = await call(api, { path, host, token });
    assert.equal(answer.status, 200, answer.text);
    for (const record of answer.json.bookings) found.set(record.booking, record);
  }
  return found;
}

async function requestToken(service: TestService, api: string, host: string) {
  const { clientId, clientSecret, audience } = await service.credential(host);
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: "client_credentials",
  };
  return call(api, { method: "POST", path: tokenPath, host, body });
}

/** Copied for each test. */
