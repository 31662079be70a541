import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { temporaryFolder } from "../../../../test/harness/temporary-folder.ts";
import { until } from "../../../../test/harness/until.ts";
import type { AccountId } from "../../../domain/account.ts";
import { openStore } from "../../../store/store.ts";
import { ImportJobs } from "./import-jobs.ts";
import { BadInput } from "../../../operations/machinery/validation.ts";
import { TooSlow } from "../request/wire.ts";
import { Uploads } from "./uploads.ts";

const group = '{"kind":"group","unique_key":"g","display_name":"G"}\n';
const sent = (file: Readable) => ({ open: () => file });
const audit = { now: 0, actor: "operator: test" };
const flags = {
  format: "ndjson",
  skipBad: false,
  dryRun: false,
  update: false,
  overwrite: false,
  allowOverbooked: false,
  interactions: null,
} as const;
/** No file of these tests gets as far as the store. */
const account = {
  id: 1 as AccountId,
  door: {
    importNumberedLines: () => Promise.reject(new Error("not reached")),
    findCampaigns: () => Promise.resolve([]),
    listCatalogue: () => Promise.resolve([]),
  },
};

/** Imports into five accounts of a database of their own. */
async function makeJobs(report: (error: Error) => void = assert.ifError) {
  const store = openStore("sqlite::memory:");
  await store.migrate(0);
  for (const tenant of ["a", "b", "c", "d", "e"]) {
    const name = { tenant, environment: "uat" } as const;
    await store.accounts.create(audit, name, [`${tenant}.example`], []);
  }
  const jobs = new ImportJobs((id) => store.account(id).importJobs, report);
  return Object.assign(jobs, {
    /** Another node, whose clock differs. */
    nodeWithClock: (now: () => number) =>
      new ImportJobs((id) => store.account(id).importJobs, report, now),
    [Symbol.asyncDispose]: async () => {
      await jobs.close();
      await store.close();
    },
  });
}

/** Where files arrive until the scope ends. */
function arrivals(): { readonly path: string } & Disposable {
  const { TMPDIR } = process.env;
  const folder = temporaryFolder();
  process.env["TMPDIR"] = folder.path;
  return {
    path: folder.path,
    [Symbol.dispose]() {
      if (TMPDIR === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = TMPDIR;
      folder[Symbol.dispose]();
    },
  };
}

test("a service that ends while a file arrives starts nothing and leaves no file", async () => {
  using folder = arrivals();
  await using jobs = await makeJobs();
  const file = new PassThrough();
  const started = jobs.start(account, audit, sent(file), flags);
  file.write('{"kind":');
  // The first piece is on the disk, and the next does not come.
  await until(() => {
    const [arriving] = readdirSync(folder.path);
    const path = arriving === undefined ? "" : join(folder.path, arriving, "data");
    return existsSync(path) && statSync(path).size > 0;
  });
  await jobs.close();
  assert.deepEqual(readdirSync(folder.path), []);
  assert.equal(await started, null);
  assert.equal(await jobs.start(account, audit, sent(Readable.from([])), flags), null);
});

test("files that cannot be stored leave room for later imports", async () => {
  using folder = arrivals();
  await using jobs = await makeJobs(() => {});
  process.env["TMPDIR"] = join(folder.path, "none");
  for (let time = 1; time <= 3; time += 1) {
    await assert.rejects(jobs.start(account, audit, sent(Readable.from([])), flags), {
      name: "NoTemporarySpace",
    });
  }
  process.env["TMPDIR"] = folder.path;
  assert.notEqual(await jobs.start(account, audit, sent(Readable.from([])), flags), null);
  await jobs.close();
});

/**
 * Accounts whose imports end when the test ends them, and the accounts of those that have begun. All end with the scope:
 * to close the jobs waits for them, also in a test that has failed.
 */
function accountsThatWait() {
  const ended: (() => void)[] = [];
  const reached: AccountId[] = [];
  let isOver = false;
  const of = (id: number) => ({
    id: id as AccountId,
    door: {
      ...account.door,
      importNumberedLines: async () => {
        reached.push(id as AccountId);
        if (!isOver) await new Promise<void>((end) => ended.push(end));
        return { group: 1 } as never;
      },
    },
  });
  return {
    of,
    ended,
    reached,
    [Symbol.dispose]() {
      isOver = true;
      for (const end of ended) end();
    },
  };
}

test("a node whose clock is minutes off neither loses nor seems to lose an import", async () => {
  using _ = arrivals();
  await using jobs = await makeJobs();
  const others = [-10, 10].map((minutes) =>
    jobs.nodeWithClock(() => Date.now() + minutes * 60_000),
  );
  using accounts = accountsThatWait();
  const { of, ended } = accounts;
  const nodes = [jobs, ...others];
  const seen: unknown[] = [];
  for (const [index, node] of nodes.slice(0, 2).entries()) {
    const id = (index + 1) as AccountId;
    const file = Readable.from([Buffer.from(group)]);
    const job = await node.start(of(id), audit, sent(file), flags);
    for (const each of nodes) {
      const told = await each.find(id, job?.id ?? "");
      seen.push(told?.outcome);
    }
  }
  await until(() => ended.length === 2);
  for (const end of ended) end();
  for (const node of nodes) await node.close();
  assert.deepEqual(seen, Array(6).fill(null));
});

test("an account's second import waits for its first and for other accounts, a third is refused", async () => {
  using _ = arrivals();
  await using jobs = await makeJobs();
  using accounts = accountsThatWait();
  const { of, ended, reached } = accounts;
  const send = (id: number, rest: object = {}) =>
    jobs.start(of(id), audit, { ...sent(Readable.from([Buffer.from(group)])), ...rest }, flags);
  assert.notEqual(await send(1), null);
  const recorded = { accept: () => Promise.resolve(), end: () => Promise.resolve() };
  assert.notEqual(await send(1, recorded), null, "under an idempotency key");
  assert.equal(await send(1, recorded), null, "a third");
  const late = new PassThrough();
  const third = jobs.start(of(3), audit, sent(late), flags);
  assert.notEqual(await send(2), null, "another account");
  assert.equal(await send(4), null, "two accounts have files here");
  late.end(group);
  assert.notEqual(await third, null);
  await until(() => reached.length === 2);
  ended.shift()?.();
  await until(() => reached.length === 3);
  ended.shift()?.();
  await until(() => reached.length === 4);
  for (const end of ended) end();
  assert.deepEqual(reached, [1, 2, 3, 1]);
  await jobs.close();
});

test("a file on its way keeps out nobody but its own account, and what has arrived waits its turn", async () => {
  using _ = arrivals();
  await using jobs = await makeJobs();
  using accounts = accountsThatWait();
  const { of, ended, reached } = accounts;
  const slow = [1, 2, 3].map((id) => {
    const file = new PassThrough();
    return { file, job: jobs.start(of(id), audit, sent(file), flags) };
  });
  assert.equal(
    await jobs.start(of(1), audit, sent(Readable.from([])), flags),
    null,
    "the same account",
  );
  const quick = await jobs.start(of(4), audit, sent(Readable.from([Buffer.from(group)])), flags);
  assert.notEqual(quick, null);
  for (const { file } of slow) file.end(group);
  for (const { job } of slow) assert.notEqual(await job, null);
  assert.equal(
    await jobs.start(of(5), audit, sent(Readable.from([])), flags),
    null,
    "four have arrived",
  );
  await until(() => reached.length === 2);
  await new Promise((resume) => setTimeout(resume, 50));
  assert.equal(reached.length, 2, "two at once");
  ended.shift()?.();
  await until(() => reached.length === 3);
  ended.shift()?.();
  await until(() => reached.length === 4);
  for (const end of ended) end();
  await until(async () => {
    const [job] = await jobs.list(3 as AccountId);
    return job?.endedAt !== null;
  });
  assert.deepEqual(
    reached.toSorted((one, other) => one - other),
    [1, 2, 3, 4],
  );
  await jobs.close();
});

test("who sees the end of an import may send the next file, whatever is still recorded", async () => {
  using _ = arrivals();
  await using jobs = await makeJobs(() => {});
  const recorded = Promise.withResolvers<void>();
  using ending = new DisposableStack();
  ending.defer(recorded.resolve);
  const end = () => recorded.promise;
  const file = () => ({ ...sent(Readable.from([Buffer.from(group)])), end });
  const first = await jobs.start(account, audit, file(), flags);
  await until(async () => (await jobs.find(account.id, first?.id ?? ""))?.outcome != null);
  assert.notEqual(await jobs.start(account, audit, file(), flags), null);
  recorded.resolve();
  await jobs.close();
});

test("eight files are on their way at once", async () => {
  using _ = arrivals();
  const uploads = new Uploads(new AbortController().signal);
  const files = Array.from({ length: 8 }, () => new PassThrough());
  const arriving = files.map((file, index) => {
    assert.equal(uploads.hasPlaceFor(index as AccountId), true);
    return uploads.receive(index as AccountId, file, { format: "ndjson" });
  });
  assert.equal(uploads.hasPlaceFor(9 as AccountId), false);
  for (const file of files) file.end();
  await Promise.all(arriving);
  assert.equal(uploads.hasPlaceFor(9 as AccountId), true);
});

test("a file that takes too long in all is removed, however steadily it comes", async () => {
  using folder = arrivals();
  const uploads = new Uploads(new AbortController().signal, 200);
  const file = new PassThrough();
  const beat = setInterval(() => file.write("#\n"), 20);
  await assert.rejects(uploads.receive(account.id, file, { format: "ndjson" }), TooSlow);
  clearInterval(beat);
  assert.deepEqual(readdirSync(folder.path), []);
  assert.equal(uploads.hasPlaceFor(account.id), true);
});

test("a spreadsheet that is not UTF-8 is refused on its way, wherever its pieces end", async () => {
  using folder = arrivals();
  const uploads = new Uploads(new AbortController().signal);
  const receive = (...pieces: Buffer[]) =>
    uploads.receive(account.id, Readable.from(pieces), { format: "csv" });
  const letter = Buffer.from("é");
  const { bytes } = await receive(letter.subarray(0, 1), letter.subarray(1));
  assert.equal(bytes, 2);
  const before = readdirSync(folder.path);
  for (const bad of [[Buffer.from([0xe9])], [Buffer.from("a"), letter.subarray(0, 1)]])
    await assert.rejects(receive(...bad), BadInput);
  assert.deepEqual(readdirSync(folder.path), before);
});
