import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { temporaryFolder } from "../../../../test/harness/temporary-folder.ts";
import { until } from "../../../../test/harness/until.ts";
import type { AccountId } from "../../../domain/account.ts";
import { ImportJobs } from "./import-jobs.ts";

const audit = { now: 0, actor: "operator: test" };
const flags = {
  format: "ndjson",
  skipBad: false,
  dryRun: false,
  update: false,
  overwrite: false,
  allowOverbooked: false,
} as const;
/** No file of these tests gets as far as the store. */
const account = {
  id: 1 as AccountId,
  door: { importDataFile: () => Promise.reject(new Error("not reached")) },
};

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
  const jobs = new ImportJobs(assert.ifError);
  const file = new PassThrough();
  const started = jobs.start(account, audit, file, flags);
  file.write('{"kind":');
  await until(() => readdirSync(folder.path).length === 1);
  await jobs.close();
  assert.deepEqual(readdirSync(folder.path), []);
  assert.equal(await started, null);
  assert.equal(await jobs.start(account, audit, Readable.from([]), flags), null);
});

test("files that cannot be stored leave room for later imports", async () => {
  using folder = arrivals();
  const jobs = new ImportJobs(() => {});
  process.env["TMPDIR"] = join(folder.path, "none");
  for (let time = 1; time <= 3; time += 1) {
    await assert.rejects(jobs.start(account, audit, Readable.from([]), flags), { code: "ENOENT" });
  }
  process.env["TMPDIR"] = folder.path;
  assert.notEqual(await jobs.start(account, audit, Readable.from([]), flags), null);
  await jobs.close();
});
