import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { engine, testDatabase } from "./harness/test-database.ts";

/** The kit runs in a process of its own, as it would against anybody else's service. */
test(`the conformance kit finds nothing broken on ${engine}, and tries every requirement`, async () => {
  await using database = await testDatabase();
  const { PATH, BOOKING_PROGRAM = "" } = process.env;
  const env = { PATH, BOOKING_PROGRAM, DATABASE_URL: database.url };
  const kit = ["conformance/local/run-local.ts", "--json", "-", "--quiet"];
  const [stdout, stderr] = await new Promise<[string, string]>((resolve, reject) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, kit, options, (error, out, said) => {
      if (out === "") reject(new Error(said, { cause: error }));
      else resolve([out, said]);
    });
  });
  assert.doesNotMatch(stderr, /sign-in#code/, "the servers' links are no result of the kit");
  const report = JSON.parse(stdout);
  const red = report.verdicts.filter(({ verdict }: { verdict: string }) => verdict === "fail");
  const told = red.map(
    ({ rule, message }: { rule: string; message: string }) => `${rule}: ${message}`,
  );
  assert.deepEqual(told, []);
  assert.deepEqual(report.requirements, {
    observed: 107,
    broken: 0,
    "not tried": 0,
    unobservable: 7,
    forgotten: 0,
  });
});
